import type { Protocol } from 'electron';
import type { Schemes } from '../browser/requests.ts';

type Implemented = Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>;

export function createProtocol(schemes: Schemes): Implemented {
  return {
    /** Every scheme here is standard, secure and open to fetch: it is `https` to the browser. */
    registerSchemesAsPrivileged: () => {},
    handle: (scheme, handler) => {
      if (schemes.has(scheme)) throw new Error(`The protocol '${scheme}' is already handled`);
      schemes.set(scheme, async (request) => handler(request));
    },
    unhandle: (scheme) => schemes.delete(scheme),
    isProtocolHandled: (scheme) => schemes.has(scheme),
  };
}
