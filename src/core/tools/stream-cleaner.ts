/** Cleans output that comes in pieces. Gives text back once it is certain, which is mostly at the end of a line. */
export interface StreamCleaner {
  take(piece: string): string;
  /** Whether a line has begun of which `soFar` would give something. */
  holds(): boolean;
  /** Of a line that has not ended, what is certain; it counts as given. Where the line is begun anew later, that comes on a line of its own. */
  soFar(): string;
  end(): string;
}

export interface CleanerOptions {
  /** What lies between the last going back to the start of a line and its end is all of it that is given to this. */
  readonly clean: (text: string) => string;
  /** Whether a text ends in what may be the beginning of one that must not be shown. */
  readonly hides: (text: string) => boolean;
}

/** Of an unfinished line, what is held back so that a secret or an escape sequence that goes on in the next piece is still known. */
const MAX_OPEN = 16_384;
const HELD = 4_096;
const ESCAPE = '\u001b';
const BELL = '\u0007';

export function createStreamCleaner({ clean, hides }: CleanerOptions): StreamCleaner {
  let open = '';
  /** Whether the line that is open has been given in part. */
  let begun = false;
  const release = (length: number): string => {
    const text = open.slice(0, length);
    open = open.slice(length);
    if (text === '') return '';
    const anew = begun && isBegunAnew(text) ? '\n' : '';
    begun = !text.endsWith('\n');
    return anew + clean(asOnTerminal(text));
  };
  const certain = (): number => {
    let length = certainLength(open);
    while (length > 0 && hides(open.slice(Math.max(0, length - HELD), length))) length = certainLength(open.slice(0, length - 1));
    return length;
  };
  return {
    take: (piece) => {
      open += piece;
      const lines = open.lastIndexOf('\n') + 1;
      return release(open.length - lines > MAX_OPEN ? open.length - HELD : lines);
    },
    holds: () => certain() > 0,
    soFar: () => release(certain()),
    end: () => release(open.length),
  };
}

/** What was overwritten by going back to the start of the line, such as a progress bar, is left out. */
function asOnTerminal(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .split('\n')
    .map((line) => {
      const end = line.endsWith('\r') ? line.length - 2 : line.length;
      return line.slice(line.lastIndexOf('\r', end) + 1);
    })
    .join('\n');
}

function isBegunAnew(text: string): boolean {
  const [line = ''] = text.split('\n', 1);
  return line.slice(0, -1).includes('\r') || (line.endsWith('\r') && line.length === text.length);
}

/** Without what may still become a line end, a whole character or an escape sequence. */
function certainLength(open: string): number {
  const length = open.length - (/[\r\ud800-\udbff]$/.test(open.slice(-1)) ? 1 : 0);
  let at = open.indexOf(ESCAPE, Math.max(0, length - HELD));
  while (at >= 0 && at < length) {
    const end = sequenceEnd(open, at);
    if (end === undefined) return at;
    at = open.indexOf(ESCAPE, end);
  }
  return length;
}

/** Where an escape sequence ends, if it has. */
function sequenceEnd(text: string, start: number): number | undefined {
  const kind = text[start + 1];
  if (kind === undefined) return undefined;
  if (']PX^_'.includes(kind)) return stringEnd(text, start + 2);
  const first = kind === '[' ? start + 2 : start + 1;
  const last = kind === '[' ? '?' : '/';
  let at = first;
  while (at < text.length && (text[at] ?? '') >= ' ' && (text[at] ?? '') <= last) at += 1;
  return at < text.length ? at + 1 : undefined;
}

/** A title, a link and the like go on to a bell or to `ESC \`. */
function stringEnd(text: string, from: number): number | undefined {
  const bell = text.indexOf(BELL, from);
  const mark = text.indexOf(`${ESCAPE}\\`, from);
  if (bell < 0 && mark < 0) return undefined;
  return mark < 0 || (bell >= 0 && bell < mark) ? bell + 1 : mark + 2;
}
