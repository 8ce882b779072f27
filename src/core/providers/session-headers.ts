import type { Endpoint } from './model-spec.ts';
import type { ModelRequest } from './provider.ts';

/** Codex finds the cached prompt by these three, more surely than by the key in the body. */
function codexHeaders(session: string): Record<string, string> {
  return { 'session-id': session, 'thread-id': session, originator: 'codex_cli_rs' };
}

/** OpenCode keeps the requests of a session on one upstream, and its Go gateway refuses requests that name none. */
export function sessionHeaders({ type }: Endpoint, { cacheKey, parent }: ModelRequest): Record<string, string> {
  if (type === 'codex') return codexHeaders(cacheKey);
  if (type !== 'opencode_go' && type !== 'opencode_zen') return {};
  return { 'X-Opencode-Session': cacheKey, ...(parent === undefined ? {} : { 'x-parent-session-id': parent }) };
}
