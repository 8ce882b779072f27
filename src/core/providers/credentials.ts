import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { FailureError } from './failure.ts';

/** A request as it goes out. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Headers;
}

/** Why a request cannot go out. `transient` when asking again a little later may help. */
export interface NoCredentials {
  readonly problem: Problem;
  readonly transient: boolean;
}

/** Gives the requests of an endpoint their credentials at the moment they go out, so that these are in no configuration and never old. */
export interface Credentials {
  sign(request: Outgoing): Promise<Result<Outgoing, NoCredentials>>;
  /** The server said 401 to a signed request. True when there are new credentials and the request is worth another try. */
  renew(): Promise<boolean>;
  /** Everything secret that went out so far, for the messages that must not repeat it. */
  secrets(): readonly string[];
}

/** A fetch for the requests of one endpoint. Throws a `FailureError` when there are no credentials. */
export function endpointFetch(
  fetchPort: typeof fetch,
  { credentials, observe }: { readonly credentials?: Credentials; readonly observe?: (headers: Headers) => void },
): typeof fetch {
  const sent = credentials ? signedFetch(fetchPort, credentials) : fetchPort;
  if (!observe) return sent;
  return async (input, init) => {
    const response = await sent(input, init);
    observe(response.headers);
    return response;
  };
}

function signedFetch(fetchPort: typeof fetch, credentials: Credentials): typeof fetch {
  const send = async (input: Parameters<typeof fetch>[0], init: RequestInit | undefined) => {
    const url = input instanceof Request ? input.url : String(input);
    const signed = await credentials.sign({ url, headers: new Headers(init?.headers) });
    if (!signed.ok) throw new FailureError({ kind: 'no_credentials', ...signed.error });
    return fetchPort(signed.value.url, { ...init, headers: signed.value.headers });
  };
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 401 || !(await credentials.renew())) return response;
    await response.body?.cancel();
    return send(input, init);
  };
}
