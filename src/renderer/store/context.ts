import type { SessionId } from '../../shared/ids.ts';
import type { Core } from './core.ts';

/** Asks what the next request of a session would hold. Where it cannot be told, what was known before goes. */
export async function loadContext(core: Core, session: SessionId): Promise<void> {
  const answer = await core.client.request('session.context', { session });
  core.update(({ contexts }) => {
    const { [session]: _, ...others } = contexts;
    return { contexts: answer.ok ? { ...others, [session]: answer.value } : others };
  });
}
