import type { Endpoint } from './model-spec.ts';

export type Redact = (text: string) => string;

/** Shorter values are no secrets, and blanking them would make messages unreadable. */
const SHORTEST_SECRET = 6;

/** Blanks the endpoint's key, header values and credentials wherever a server or library repeats them. */
export function redactor(endpoint: Endpoint): Redact {
  const secrets = [endpoint.apiKey, ...Object.values(endpoint.headers), ...(endpoint.credentials?.secrets() ?? [])]
    .flatMap((value) => (value === undefined ? [] : [value, value.replace(/^\w+ /, '')]))
    .filter((value) => value.length >= SHORTEST_SECRET);
  return (text) => secrets.reduce((result, secret) => result.replaceAll(secret, '…'), text);
}
