import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LogFile, openLogFile } from './log-file.ts';
import { appendAll, createStoreFixture, eventsOf, must, notice, type StoreFixture } from './testing/store-fixture.ts';

/** What goes wrong, from the moment it is set. */
interface Faults {
  write?: 'nothing' | 'part';
  datasync?: true;
  truncate?: true;
}

let fixture: StoreFixture;
let faults: Faults;
let calls: string[];

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

async function openFaulty(path: string): Promise<LogFile> {
  const file = await openLogFile(path);
  return {
    write: async (bytes) => {
      calls.push('write');
      if (faults.write === 'part') await file.write(bytes.subarray(0, bytes.length / 3));
      if (faults.write) throw fault('ENOSPC');
      await file.write(bytes);
    },
    datasync: async () => {
      if (faults.datasync) throw fault('EIO');
      await file.datasync();
      calls.push('datasync');
    },
    truncate: async (length) => {
      if (faults.truncate) throw fault('EIO');
      await file.truncate(length);
    },
    close: () => file.close(),
  };
}

beforeEach(async () => {
  faults = {};
  calls = [];
  fixture = await createStoreFixture({ openLog: openFaulty });
});

afterEach(() => fixture.remove());

const FAULTS: readonly Faults[] = [
  { write: 'nothing' },
  { write: 'part' },
  { datasync: true },
  { write: 'part', truncate: true },
  { write: 'part', truncate: true, datasync: true },
];

describe.each(FAULTS)('with %j', (injected) => {
  test('nothing acknowledged is lost, the failed events are gone, and every later append fails the same way', async () => {
    const log = await fixture.create();
    must(await log.append(notice('kept')));
    const length = (await readFile(fixture.files(log.id).log)).length;
    faults = injected;
    const failed = await appendAll(log, [notice('lost one'), notice('lost two')]);
    faults = {};
    const later = await log.append(notice('later'));
    await log.close();

    const again = await fixture.open(log.id);
    must(await again.append(notice('again')));
    await again.close();
    const last = await fixture.open(log.id);
    await last.close();

    const problem = { ok: false, error: { code: 'state_unwritable', hint: expect.any(String), safe: expect.any(String) } };
    expect([...failed, later]).toMatchObject([problem, problem, problem]);
    expect(later).toEqual(failed[0]);
    expect({ first: eventsOf(again), last: eventsOf(last) }).toEqual({ first: [notice('kept')], last: [notice('kept'), notice('again')] });
    expect({ repaired: again.repaired !== undefined }).toEqual({ repaired: injected.truncate === true });
    expect((await readFile(fixture.files(log.id).log)).length).toBeGreaterThan(length);
  });
});

test('a full disk is named in words', async () => {
  const log = await fixture.create();
  faults = { write: 'nothing' };
  expect(await log.append(notice('lost'))).toEqual({
    ok: false,
    error: {
      code: 'state_unwritable',
      message: 'The session could not be saved: the disk is full.',
      hint: 'Free some space, then open the session again.',
      safe: 'Everything shown as done before this is saved.',
      detail: 'ENOSPC: injected',
    },
  });
});

test('what is appended in one tick is one write and one sync; what comes during a write is the next', async () => {
  const log = await fixture.create();
  calls = [];
  const first = ['a', 'b', 'c'].map((message) => log.append(notice(message)));
  await first[0];
  const second = ['d', 'e'].map((message) => log.append(notice(message)));
  await Promise.all([...first, ...second]);
  expect(calls).toEqual(['write', 'datasync', 'write', 'datasync']);
});

test('an event is acknowledged only after the sync', async () => {
  const log = await fixture.create();
  calls = [];
  await log.append(notice('a')).then(() => calls.push('acknowledged'));
  expect(calls).toEqual(['write', 'datasync', 'acknowledged']);
});

test('a failed creation leaves nothing behind', async () => {
  faults = { write: 'part' };
  const id = fixture.newId();
  const project = '/work place/Project';
  expect(await fixture.store.create({ id, project, title: '', model: '' })).toMatchObject({
    ok: false,
    error: { code: 'state_unwritable' },
  });
  expect(await fixture.store.open(project, id)).toMatchObject({ ok: false, error: { code: 'session_missing' } });
  expect({ list: await fixture.store.list(project), warnings: fixture.warnings }).toEqual({ list: [], warnings: [] });
});
