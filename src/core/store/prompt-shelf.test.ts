import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createPromptShelf, type PromptShelf } from './prompt-shelf.ts';
import { createStoreFixture, must, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

function shelf(project = PROJECT): PromptShelf {
  const paths = { state: fixture.state, config: '', cache: '' };
  return createPromptShelf({ paths, clock: new ManualClock(), logger: { log: () => {} } }, project);
}

it('gives back what was sent, last first and once each, to every process of the project', async () => {
  const [one, other] = [shelf(), shelf()];
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? one : other).add(`prompt ${index}\nsecond line`)));
  await one.add('prompt 3\nsecond line');
  const history = await other.history();
  expect([history[0], history.length, new Set(history).size]).toEqual(['prompt 3\nsecond line', 40, 40]);
  expect(await shelf('/another').history()).toEqual([]);
});

it('passes over a line that was cut, and what is too long to be typed', async () => {
  await shelf().add('before');
  await appendFile(join(dirname(fixture.files(fixture.newId()).folder), 'prompts.jsonl'), '\n{"time":1,"te');
  await shelf().add('after');
  await shelf().add('x'.repeat(40_000));
  expect(await shelf().history()).toEqual(['after', 'before']);
});

it('reads the end of a long history only', async () => {
  const long = shelf();
  for (let index = 0; index < 40; index += 1) await long.add(`${index} ${'y'.repeat(20_000)}`);
  const history = await long.history();
  expect([history[0]?.slice(0, 2), history.length < 40]).toEqual(['39', true]);
});

it('puts texts aside and takes the last one back first', async () => {
  must(await shelf().stash('one'));
  expect(must(await shelf().stash('two'))).toBe(2);
  const taken = shelf();
  expect([await taken.unstash(), await taken.unstash(), await taken.unstash(), await taken.stashed()]).toEqual([
    { ok: true, value: { text: 'two', left: 1 } },
    { ok: true, value: { text: 'one', left: 0 } },
    { ok: true, value: { text: undefined, left: 0 } },
    0,
  ]);
});
