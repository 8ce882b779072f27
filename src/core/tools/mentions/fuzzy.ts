/** A path ready to be searched. */
export interface Target {
  readonly path: string;
  readonly lower: string;
  /** Where the last part begins. */
  readonly base: number;
  /** Which characters occur, as bits: what lacks one of a query needs no closer look. */
  readonly letters: number;
}

export function targetOf(path: string): Target {
  const lower = path.toLowerCase();
  return { path, lower, base: path.lastIndexOf('/', path.length - 2) + 1, letters: lettersOf(lower) };
}

/** A query that was put in order once. */
export interface Query {
  readonly lower: string;
  readonly letters: number;
}

export function queryOf(text: string): Query {
  const lower = text.toLowerCase();
  return { lower, letters: lettersOf(lower) };
}

const IN_NAME = 3_000;
const IN_PATH = 2_000;
const SCATTERED = 1_000;
const AT_START = 400;
const AT_WORD = 200;
const WORD_LETTER = 12;
const RUN_LETTER = 6;

/**
 * How well a path fits a query, higher is better; 0 when its letters do not occur in order. The query in one piece in the name comes before one piece
 * anywhere, and that before single letters, of which those that begin a word or follow the one before count more. Shorter paths win.
 */
export function score(target: Target, query: Query): number {
  if ((query.letters & ~target.letters) !== 0) return 0;
  const { lower, base } = target;
  const inName = lower.indexOf(query.lower, base);
  const length = Math.min(lower.length, 200);
  if (inName !== -1) return IN_NAME + startBonus(lower, inName, base) - length;
  const inPath = lower.indexOf(query.lower);
  if (inPath !== -1) return IN_PATH + startBonus(lower, inPath, 0) - length;
  const whole = scattered(lower, query.lower, 0);
  const loose = whole < 0 || base === 0 ? whole : Math.max(whole, scattered(lower, query.lower, base));
  return loose < 0 ? 0 : SCATTERED + loose - length;
}

function startBonus(text: string, at: number, start: number): number {
  if (at === start) return AT_START;
  return beginsWord(text, at) ? AT_WORD : 0;
}

/** -1 when the letters do not all follow. */
function scattered(text: string, query: string, from: number): number {
  let total = 0;
  let last = from - 1;
  for (const letter of query) {
    const at = text.indexOf(letter, last + 1);
    if (at === -1) return -1;
    if (beginsWord(text, at)) total += WORD_LETTER;
    else if (at === last + 1) total += RUN_LETTER;
    last = at;
  }
  return total;
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !isLetterOrDigit(text.charCodeAt(at - 1));
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function lettersOf(lower: string): number {
  let bits = 0;
  for (let index = 0; index < lower.length; index += 1) bits |= 1 << (lower.charCodeAt(index) & 31);
  return bits;
}
