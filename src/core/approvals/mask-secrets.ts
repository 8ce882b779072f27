const MASK = '…';

/** What keys and passwords look like in a command line, wherever they come from. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][\w+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi, `$1:${MASK}@`],
  [/\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi, `$1 ${MASK}`],
  [/((?:api[_-]?key|secret|token|password|passwd|passphrase|credentials?)["']?\s*[=:]\s*["']?)[^\s"'&]+/gi, `$1${MASK}`],
  [/((?:^|\s)--?(?:api-?key|secret|token|password|passwd|pass)[\s=]+)[^\s-][^\s]*/gi, `$1${MASK}`],
  [
    /\b(?:sk|pk|rk)-[\w-]{16,}|\bgh[a-z]_\w{20,}|\bgithub_pat_\w{20,}|\bxox[a-z]-[\w-]{10,}|\bAKIA[A-Z0-9]{12,}|\beyJ[\w-]{10,}\.[\w.-]+/g,
    MASK,
  ],
];

/** Blanks what looks like a secret, and every one of the `known` values. */
export function maskSecrets(text: string, known: readonly string[]): string {
  const named = known.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  return SHAPES.reduce((masked, [shape, replacement]) => masked.replace(shape, replacement), named);
}
