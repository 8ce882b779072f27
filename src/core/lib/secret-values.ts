const SECRET_NAME =
  /(^|_)(api_?key|access_?key|key|token|secret|password|passwd|pass|passphrase|pat|credentials?|auth|cookie|private|signature|dsn)(_|$)/i;
const PASSWORD_IN_ADDRESS = /^[a-z][\w+.-]*:\/\/[^/?#:@]*:([^/?#@]+)@/i;
/** Shorter values are words that stand in texts for other reasons. */
const MIN_LENGTH = 10;

export type Variables = Readonly<Record<string, string | undefined>>;

/** Value to name, longest first, of the secrets in `vars` that commands do not get in `given`. A value of several lines counts line by line. */
export function secretValues(vars: Variables, given: Variables): ReadonlyMap<string, string> {
  const pairs = Object.entries(vars)
    .filter(([name, value]) => value !== undefined && given[name] !== value)
    .flatMap(([name, value = '']) => secretsIn(name, value).map((secret) => [secret, name] as const));
  return new Map(pairs.sort(([a], [b]) => b.length - a.length));
}

function secretsIn(name: string, value: string): readonly string[] {
  const password = PASSWORD_IN_ADDRESS.exec(value)?.[1];
  const found = SECRET_NAME.test(name) && !isPath(value) ? value.split(/\r?\n/) : password === undefined ? [] : [password];
  return found.filter((secret) => secret.length >= MIN_LENGTH);
}

function isPath(value: string): boolean {
  return /^(~?\/|\.\.?\/|[a-z]:\\)/i.test(value);
}
