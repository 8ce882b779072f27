/** A word of a command line, as a shell would take it. */
const WORD = String.raw`(?:"[^"]*"|'[^']*'|[^\s"'&;|]+)`;
/** Names under which a value is one, with what may stand around them: `AWS_SECRET_ACCESS_KEY`, `"apiKey"`, `X-Auth-Token`. */
const NAMES =
  '(?:(?:api|access|secret|private|signing|encryption|account)[_-]?key|secret(?:[_-]access)?(?:[_-]key)?|token|password|passwd|passphrase|credentials?|(?<![a-z])pass)';

/** Programs that take a password behind a short option. */
const OPTIONS: readonly (readonly [programs: string, option: string])[] = [
  ['mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mariadb-admin', '-p(?=\\S)'],
  ['sshpass', '-p\\s*'],
  ['redis-cli', '-a\\s*'],
  ['(?:docker|podman|buildah|skopeo|helm|oc|az|cf|vault)\\b[^|;&\\n]{0,1000}?\\slogin', '-p\\s*'],
];

/** What keys and passwords look like in a command line, wherever they come from; `$0` is the mark that takes their place. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][\w+.-]{0,30}:\/\/[^\s/:@]*):[^\s/@]+@/gi, `$1:$0@`],
  [/\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi, `$1 $0`],
  [new RegExp(String.raw`(${NAMES}["']?\s*[=:]\s*)${WORD}`, 'gi'), `$1$0`],
  [new RegExp(String.raw`((?:^|\s)--?(?:api-?key|secret|token|password|passwd|pass)[\s=]+)(?!-)${WORD}`, 'gi'), `$1$0`],
  // Numbers are a user and a group.
  [/((?:^|\s)(?:-u|-U|--user|--proxy-user)[\s=]*["']?(?!\d+:\d+(?:\s|$))[^\s=:"'/][^\s:"'/]*):[^\s"']+/g, `$1:$0`],
  ...OPTIONS.map(
    ([programs, option]) => [new RegExp(String.raw`(\b(?:${programs})\b(?:[^|;&\n]{0,2000}?\s)?${option})${WORD}`, 'g'), `$1$0`] as const,
  ),
  [
    /\b(?:sk|pk|rk)-[\w-]{16,}|\b[srp]k_(?:live|test)_\w{10,}|\bgh[a-z]_\w{20,}|\bgithub_pat_\w{20,}|\bgl[a-z]{2,5}-[\w.-]{16,}|\bxox[a-z]-[\w-]{10,}/g,
    '$0',
  ],
  [/\b(?:npm|hf|dop_v1|doo_v1|dckr_pat|lin_api|whsec|shpat)_[A-Za-z0-9-]{16,}|\bpypi-[\w-]{16,}|\bSG\.[\w-]{16,}\.[\w-]+/g, '$0'],
  [/\bA[KS]IA[A-Z0-9]{12,}|\bAIza[\w-]{30,}|\bya29\.[\w.-]+|\bAGE-SECRET-KEY-\w+|\beyJ[\w-]{10,4000}\.[\w.-]+/g, '$0'],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?:-----END|$)/g, `$1$0`],
];

/** Blanks what looks like a secret, and every one of the `known` values. */
export function maskSecrets(text: string, known: readonly string[], mark = '…'): string {
  const named = known.reduce((masked, secret) => masked.replaceAll(secret, mark), text);
  return SHAPES.reduce((masked, [shape, replacement]) => masked.replace(shape, replacement.replace('$0', mark)), named);
}
