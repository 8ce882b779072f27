import type { SessionSummary } from '../../shared/session.ts';
import type { SessionStore } from './session-log.ts';

/**
 * The same store, in which children go with the session that started them: they are listed and searched nowhere, and are deleted, restored and removed with it.
 *
 * Contract: a crash in between leaves children where they were, seen by nobody; the next deletion takes them along. None is ever removed for good while
 * its parent is not.
 */
export function withFamilies(store: SessionStore): SessionStore {
  /** Those that are not in the trash although their parents are. */
  const leftBehind = async (project: string): Promise<readonly SessionSummary[]> => {
    const trashed = new Set((await store.trashed(project)).map(({ id }) => id));
    return (await store.list(project)).filter(({ parent }) => parent !== undefined && trashed.has(parent));
  };
  return {
    ...store,
    list: async (project) => (await store.list(project)).filter(isAlone),
    trashed: async (project) => (await store.trashed(project)).filter(isAlone),
    logs: async (project) => (await store.logs(project)).filter(({ summary }) => isAlone(summary)),
    trash: async (project, id, options) => {
      const moved = await store.trash(project, id, options);
      if (moved.ok) for (const child of await leftBehind(project)) await store.trash(project, child.id);
      return moved;
    },
    restore: async (project, id) => {
      const trashed = await store.trashed(project);
      if (trashed.some((row) => row.id === id)) {
        for (const child of trashed.filter(({ parent }) => parent === id)) await store.restore(project, child.id);
      }
      return store.restore(project, id);
    },
    deleteTrashed: async (project, id) => {
      const gone = await store.deleteTrashed(project, id);
      if (!gone.ok) return gone;
      const children = (await store.trashed(project)).filter(({ parent }) => parent === id);
      for (const child of children) await store.deleteTrashed(project, child.id);
      return gone;
    },
    emptyTrash: async (project) => {
      const shown = (await store.trashed(project)).filter(isAlone).length;
      const emptied = await store.emptyTrash(project);
      return emptied.ok ? { ok: true, value: shown } : emptied;
    },
  };
}

function isAlone({ parent }: SessionSummary): boolean {
  return parent === undefined;
}
