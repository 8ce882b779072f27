import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { createStoreFixture, eventsOf, must, notice, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await createStoreFixture();
});
afterEach(() => fixture.remove());

async function closedSession() {
  const log = await fixture.create();
  await log.append(notice('kept'));
  await log.close();
  return log.id;
}

describe('marks', () => {
  it('keep what is not named, while another process may hold the log', async () => {
    const log = await fixture.create();
    must(await fixture.store.mark(PROJECT, log.id, { pinned: true }));
    must(await fixture.store.mark(PROJECT, log.id, { archived: true }));
    expect(await fixture.store.list(PROJECT)).toMatchObject([{ id: log.id, pinned: true, archived: true, readOnly: false }]);
    must(await fixture.store.mark(PROJECT, log.id, { archived: false }));
    expect(await fixture.store.list(PROJECT)).toMatchObject([{ id: log.id, pinned: true, archived: false }]);
  });

  it('are refused for a session that is not there', async () => {
    expect(await fixture.store.mark(PROJECT, fixture.newId(), { pinned: true })).toMatchObject({ error: { code: 'session_missing' } });
  });
});

describe('trash', () => {
  it('holds the whole session until it is restored', async () => {
    const id = await closedSession();
    must(await fixture.store.mark(PROJECT, id, { pinned: true }));
    const [before] = await fixture.store.list(PROJECT);
    must(await fixture.store.trash(PROJECT, id));
    expect(await fixture.store.list(PROJECT)).toEqual([]);
    expect(await fixture.store.trashed(PROJECT)).toEqual([{ ...before, trashedAt: fixture.clock.now() }]);
    expect(await fixture.store.open(PROJECT, id)).toMatchObject({ error: { code: 'session_missing' } });
    must(await fixture.store.restore(PROJECT, id));
    expect([await fixture.store.list(PROJECT), await fixture.store.trashed(PROJECT)]).toEqual([[before], []]);
    expect(eventsOf(await fixture.open(id))).toEqual([notice('kept')]);
  });

  it('does not take a session that is open', async () => {
    const log = await fixture.create();
    expect(await fixture.store.trash(PROJECT, log.id)).toMatchObject({ error: { code: 'session_locked' } });
    must(await log.append(notice('still written')));
  });

  it('is emptied for good, and only then', async () => {
    const [gone, kept] = [await closedSession(), await closedSession()];
    must(await fixture.store.trash(PROJECT, gone));
    expect(must(await fixture.store.emptyTrash(PROJECT))).toBe(1);
    expect(await fixture.store.restore(PROJECT, gone)).toMatchObject({ error: { code: 'session_missing' } });
    expect(await fixture.store.list(PROJECT)).toMatchObject([{ id: kept }]);
  });
});

describe('what a session has outside the store', () => {
  it('goes before the session, so that a crash in between leaves nothing that nobody names', async () => {
    const forgotten: string[] = [];
    let crashes = true;
    const own = await createStoreFixture({
      forget: async (_, id) => {
        forgotten.push(id);
        if (crashes) throw Object.assign(new Error('killed'), { code: 'EIO' });
      },
    });
    try {
      const log = await own.create();
      await log.close();
      must(await own.store.trash(PROJECT, log.id));
      expect((await own.store.emptyTrash(PROJECT)).ok).toBe(false);
      expect((await own.store.trashed(PROJECT)).map(({ id }) => id)).toEqual([log.id]);
      crashes = false;
      must(await own.store.deleteTrashed(PROJECT, log.id));
      expect([forgotten, await own.store.trashed(PROJECT)]).toEqual([[log.id, log.id], []]);
    } finally {
      await own.remove();
    }
  });
});

describe('a seeded session', () => {
  const long = 'x'.repeat(100_000);
  const events: readonly Stamped[] = [
    { time: 5, event: { type: 'session.update', title: 'Seeded' } },
    { time: 7, event: notice(long) },
  ];

  it('opens with its events, their times and its draft', async () => {
    const id = fixture.newId();
    must(await fixture.store.seed({ id, project: PROJECT, title: 'Seeded', model: 'p/m', events, draft: 'say this' }));
    expect(await fixture.store.list(PROJECT)).toMatchObject([{ id, title: 'Seeded', createdAt: fixture.clock.now() }]);
    expect(await fixture.store.readDraft(PROJECT, id)).toEqual({ text: 'say this', attachments: [] });
    const log = await fixture.open(id);
    expect(log.events).toEqual(events);
    must(await log.append(notice('more')));
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const full = await createStoreFixture({ openLog: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) });
    const id = full.newId();
    const seeded = await full.store.seed({ id, project: PROJECT, title: 't', model: 'm', events, draft: '' });
    expect(seeded).toMatchObject({ error: { code: 'state_unwritable' } });
    expect([existsSync(full.files(id).folder), await full.store.list(PROJECT)]).toEqual([false, []]);
    await full.remove();
  });

  it('can be read while it is open', async () => {
    const log = await fixture.create();
    const said: KeptEvent = notice('said');
    const stamped = must(await log.append(said));
    expect(must(await fixture.store.read(PROJECT, log.id)).events).toEqual([stamped]);
  });
});
