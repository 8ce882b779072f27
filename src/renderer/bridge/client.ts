import type { RequestAnswer, RequestInput, RequestName, SteinerBridge } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err } from '../../shared/result.ts';

declare global {
  interface Window {
    readonly steiner?: SteinerBridge;
  }
}

/** What the store needs of the host. `request` never rejects: a host that is gone answers with a problem. */
export type Client = SteinerBridge;

const HOST_GONE: Problem = {
  code: 'internal',
  message: 'The app did not answer.',
  hint: 'Close this window and open the project again.',
  safe: 'Everything shown as done is in the session log.',
};

/** The preload object as a client, or nothing when the page runs outside the app. */
export function connect(page: Window): Client | undefined {
  const bridge = page.steiner;
  return bridge === undefined ? undefined : { request: guarded(bridge), listen: (listener) => bridge.listen(listener) };
}

function guarded(bridge: SteinerBridge): Client['request'] {
  return async function request<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestAnswer<N>> {
    try {
      return await bridge.request(name, input);
    } catch (cause) {
      return err({ ...HOST_GONE, ...(cause instanceof Error && cause.message !== '' ? { detail: cause.message } : {}) });
    }
  };
}
