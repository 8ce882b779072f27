import type { SearchHit } from '../../shared/search.ts';
import type { Core } from './core.ts';
import { openSession } from './sessions.ts';

/** Search over all sessions of the project. */
export function searchCommands(core: Core) {
  return {
    searchSessions: (query: string) => searchSessions(core, query),
    openHit: (hit: SearchHit) => openHit(core, hit),
  };
}

/** What was found before stays until the answer for these words is there; answers for words that were typed over are dropped. */
async function searchSessions(core: Core, query: string): Promise<void> {
  const change = (part: Partial<ReturnType<typeof core.get>['search']>) =>
    core.update(({ search }) => ({ search: { ...search, ...part } }));
  change({ query, searching: query.trim() !== '' });
  if (query.trim() === '') return change({ hits: [], more: false });
  const answer = await core.client.request('sessions.search', { query: query.trim() });
  if (core.get().search.query !== query) return;
  change({ searching: false, ...(answer.ok ? answer.value : {}) });
  if (!answer.ok && answer.error.code !== 'cancelled') core.report(answer.error);
}

/** Opens the session where the words stand. */
async function openHit(core: Core, { session, item }: SearchHit): Promise<void> {
  await openSession(core, session);
  if (item !== undefined) core.update(() => ({ focus: { target: 'item', item } }));
}
