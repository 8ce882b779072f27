import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import { withFamilies } from './family-store.ts';
import type { SessionStore } from './session-log.ts';
import { createStoreFixture, must, PROJECT, type StoreFixture } from './testing/store-fixture.ts';

let fixture: StoreFixture;
let store: SessionStore;
beforeEach(async () => {
  fixture = await createStoreFixture();
  store = withFamilies(fixture.store);
});
afterEach(() => fixture.remove());

async function session(parent?: SessionId): Promise<SessionId> {
  const log = await fixture.create();
  const born = { session: log.id, project: PROJECT, title: 'T', model: 'p/m', mode: 'build' } as const;
  must(await log.append({ type: 'session.start', ...born, ...(parent ? { parent, agent: 'explore' } : {}) }));
  await log.close();
  return log.id;
}

const ids = (rows: readonly { readonly id: SessionId }[]) => rows.map(({ id }) => id).sort();
const everything = async () => [ids(await fixture.store.list(PROJECT)), ids(await fixture.store.trashed(PROJECT))];

async function family() {
  const parent = await session();
  const children = [await session(parent), await session(parent)];
  const other = await session();
  return { parent, other, all: [parent, ...children].sort(), children: [...children].sort() };
}

describe('children', () => {
  it('are in no list and no search, yet can be opened', async () => {
    const { parent, other, children } = await family();
    expect(ids(await store.list(PROJECT))).toEqual([parent, other].sort());
    expect(ids((await store.logs(PROJECT)).map(({ summary }) => summary))).toEqual([parent, other].sort());
    expect(must(await store.read(PROJECT, children[0] ?? parent)).summary).toMatchObject({ parent });
  });

  it('go to the trash and come back with their parent', async () => {
    const { parent, other, all } = await family();
    must(await store.trash(PROJECT, parent));
    expect(await everything()).toEqual([[other], all]);
    expect(ids(await store.trashed(PROJECT))).toEqual([parent]);
    must(await store.restore(PROJECT, parent));
    expect(await everything()).toEqual([[...all, other].sort(), []]);
  });

  it('are removed for good with their parent, and only it is counted', async () => {
    const first = await family();
    must(await store.trash(PROJECT, first.parent));
    must(await store.deleteTrashed(PROJECT, first.parent));
    expect(await everything()).toEqual([[first.other], []]);
    const second = await family();
    must(await store.trash(PROJECT, second.parent));
    expect(must(await store.emptyTrash(PROJECT))).toBe(1);
    expect(await everything()).toEqual([[first.other, second.other].sort(), []]);
  });

  it('stay where they are when their parent cannot be moved', async () => {
    const { parent, all, other } = await family();
    const log = await fixture.open(parent);
    expect(await store.trash(PROJECT, parent)).toMatchObject({ error: { code: 'session_locked' } });
    await log.close();
    expect(await everything()).toEqual([[...all, other].sort(), []]);
  });

  it('that a crash left behind are taken along by the next deletion', async () => {
    const { parent, other, all } = await family();
    must(await fixture.store.trash(PROJECT, parent));
    expect(ids(await store.list(PROJECT))).toEqual([other]);
    must(await store.trash(PROJECT, other));
    expect(await everything()).toEqual([[], [...all, other].sort()]);
  });
});
