import type { Endpoint } from './model-spec.ts';
import type { ModelRequest } from './provider.ts';

/** OpenCode keeps the requests of a session on one upstream, and its Go gateway refuses requests that name none. */
export function sessionHeaders({ type }: Endpoint, { cacheKey, parent }: ModelRequest): Record<string, string> {
  if (type !== 'opencode_go' && type !== 'opencode_zen') return {};
  return { 'X-Opencode-Session': cacheKey, ...(parent === undefined ? {} : { 'x-parent-session-id': parent }) };
}
