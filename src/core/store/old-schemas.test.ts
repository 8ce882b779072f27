import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { sessionIdSchema } from '../../shared/ids.ts';
import { LOG_SCHEMA } from './log-format.ts';
import { createStoreFixture, must, notice, type StoreFixture } from './testing/store-fixture.ts';

/** Logs as earlier builds wrote them, and what was seen of them. They are never written again; a new schema adds its own. */
const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));
const id = sessionIdSchema.parse('a'.repeat(32));

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

test('there is a log of every schema so far', async () => {
  const schemas = Array.from({ length: LOG_SCHEMA }, (_, index) => `schema-${index + 1}.jsonl`);
  expect((await readdir(FIXTURES)).filter((name) => name.endsWith('.jsonl'))).toEqual(schemas);
});

test.each([1])('a log of schema %i opens, shows what it showed, and is gone on with', async (schema) => {
  const [written, seen] = await Promise.all([
    readFile(`${FIXTURES}/schema-${schema}.jsonl`, 'utf8'),
    readFile(`${FIXTURES}/schema-${schema}.view.json`, 'utf8'),
  ]);
  const { log: path } = fixture.files(id);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, written);
  const log = await fixture.open(id);
  expect({ readOnly: log.readOnly, repaired: log.repaired, events: log.events.length }).toEqual({
    readOnly: undefined,
    repaired: undefined,
    events: written.trimEnd().split('\n').length - 1,
  });
  expect(JSON.parse(JSON.stringify(fold(emptyView(), log.events)))).toMatchObject(JSON.parse(seen));
  must(await log.append(notice('after')));
  await log.close();
  expect((await readFile(path, 'utf8')).startsWith(written)).toBe(true);
});
