import type { ContextHealth } from '../../../shared/context.ts';

const STABLE: ContextHealth = { level: 'info', label: 'stable', advice: 'continue' };
const FRAGILE: ContextHealth = { level: 'warning', label: 'fragile', advice: 'restart soon' };
const LOSSY: ContextHealth = { level: 'critical', label: 'likely lossy', advice: 'restart now' };

/** From this share above the limit on, a conversation is far over. */
const FAR_OVER = 1.2;

/** How well a session stands after its compactions, and what to do about it. `tokens` and `limit` are those of the next request; an unknown limit is never passed. */
export function healthOf(compactions: number, tokens: number, limit: number | undefined): ContextHealth {
  const farOver = limit !== undefined && tokens >= limit * FAR_OVER;
  if (compactions >= 3) return LOSSY;
  if (compactions === 2) return farOver ? LOSSY : FRAGILE;
  return farOver ? FRAGILE : STABLE;
}
