import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Spoken } from '../../shared/attachments.ts';
import { err, ok } from '../../shared/result.ts';
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

const picture = { kind: 'picture', name: 'a.png', blob: 'c'.repeat(64), mime: 'image/png', width: 1, height: 1, bytes: 9 } as const;
const one = { text: 'one', attachments: [] };
const two = { text: 'two', attachments: [picture] };
const stashFile = () => join(dirname(fixture.files(fixture.newId()).folder), 'stash.json');

it('puts prompts aside with what is beside them, and takes the last one back first', async () => {
  must(await shelf().stash(one));
  expect(must(await shelf().stash(two))).toBe(2);
  const taken = shelf();
  const kept: Spoken[] = [];
  const take = () =>
    taken.unstash(async (spoken) => {
      kept.push(spoken);
      return ok(null);
    });
  expect([await take(), await take(), await take(), await taken.stashed(), kept]).toEqual([
    { ok: true, value: { spoken: two, left: 1 } },
    { ok: true, value: { spoken: one, left: 0 } },
    { ok: true, value: { spoken: undefined, left: 0 } },
    0,
    [two, one],
  ]);
});

it('keeps what could not be kept elsewhere', async () => {
  must(await shelf().stash(two));
  const full = { code: 'state_unwritable', message: 'No space is left.', hint: 'Make some.' } as const;
  expect([await shelf().unstash(async () => err(full)), await shelf().stashed()]).toEqual([err(full), 1]);
});

it('reads what earlier builds put aside, and writes what they can read where it has no attachments', async () => {
  await mkdir(dirname(stashFile()), { recursive: true });
  await writeFile(stashFile(), '["from before"]');
  must(await shelf().stash(one));
  expect(await readFile(stashFile(), 'utf8')).toBe('["from before","one"]');
});
