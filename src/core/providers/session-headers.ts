import type { Failure } from './failure.ts';
import type { Endpoint } from './model-spec.ts';
import type { ModelRequest } from './provider.ts';

const ORIGINATOR = 'codex_cli_rs';

/** Codex finds the cached prompt by these three, more surely than by the key in the body. */
function codexHeaders(session: string): Record<string, string> {
  return { 'session-id': session, 'thread-id': session, originator: ORIGINATOR };
}

/**
 * Some machines behind Codex refuse a field that was never sent. The headers would lead the next try to the same one, so it goes without them; the
 * key in the body stays.
 */
export function isMisledByHeaders({ type }: Pick<Endpoint, 'type'>, failure: Failure): boolean {
  return type === 'codex' && failure.kind === 'http' && failure.status === 400 && failure.body.includes('prompt_cache_retention');
}

/** OpenCode keeps the requests of a session on one upstream, and its Go gateway refuses requests that name none. */
export function sessionHeaders({ type }: Endpoint, { cacheKey, parent, unpinned }: ModelRequest): Record<string, string> {
  if (type === 'codex') return unpinned ? { originator: ORIGINATOR } : codexHeaders(cacheKey);
  if (type !== 'opencode_go' && type !== 'opencode_zen') return {};
  return { 'X-Opencode-Session': cacheKey, ...(parent === undefined ? {} : { 'x-parent-session-id': parent }) };
}
