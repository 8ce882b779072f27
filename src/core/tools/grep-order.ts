import { byKey, pathKey } from './path-order.ts';

/** What ripgrep said of one file: its lines of JSON from `begin` on. */
interface Block {
  readonly key: string;
  readonly lines: string[];
  matches: number;
  /** Matches whose lines are held, and of these those that come after the wanted ones. */
  held: number;
  further: number;
  /** No further lines are. */
  full: boolean;
}

/** Where the kinds of lines differ: `{"type":"begin"`, `match`, `context`, `end`, `summary`. */
const KIND_AT = '{"type":"'.length;
const [BEGIN, MATCH, END] = [...'bme'].map((letter) => letter.charCodeAt(0));

export interface OrderOptions {
  /** Matches, from the first in path order, whose lines are wanted; of the others only the number is. */
  readonly wanted: number;
  /** Lines shown after a match: that many further matches may be shown as context of the last wanted one. */
  readonly after: number;
  /** Matches that may be held beyond those before unwanted files are dropped. */
  readonly slack: number;
  /** The path of a `begin` line, or undefined when the file does not count. */
  readonly pathOf: (begin: string) => string | undefined;
  /** How many matches a `match` line holds, where that can be several. */
  readonly countOf?: ((match: string) => number) | undefined;
}

/**
 * Puts the blocks of ripgrep's JSON output in path order. Searching in order would cost it all but one thread; here only the files that
 * can still be wanted are held.
 */
export class InPathOrder {
  readonly #options: OrderOptions;
  #blocks: Block[] = [];
  #held = 0;
  /** The file that lines are about: one that may be wanted, one whose matches are only counted, or one that does not count. */
  #open: Block | 'counted' | undefined;
  /** What lies behind this key is not wanted, whatever else is found. */
  #last: string | undefined;
  /** Matches and files of which no lines are held. */
  uncounted = { matches: 0, files: 0 };

  constructor(options: OrderOptions) {
    this.#options = options;
  }

  /** Does what there is to do for the line of JSON that begins there if that is only to count; false when it has to be taken. */
  pass(bytes: Buffer, start: number): boolean {
    const kind = bytes[start + KIND_AT];
    if (kind === BEGIN || (this.#open !== undefined && this.#open !== 'counted')) return false;
    if (kind === END) this.#open = undefined;
    else if (kind === MATCH && this.#open === 'counted') {
      if (this.#options.countOf) return false;
      this.uncounted.matches += 1;
    }
    return true;
  }

  take(line: string): true {
    if (line.startsWith('{"type":"begin"')) this.#begin(line);
    else if (line.startsWith('{"type":"end"')) this.#end();
    else if (this.#open) this.#add(this.#open, line, line.startsWith('{"type":"match"'));
    return true;
  }

  /** All held lines, file by file. */
  lines(): readonly string[] {
    return this.#blocks.toSorted(byKey).flatMap((block) => block.lines);
  }

  #begin(line: string): void {
    const path = this.#options.pathOf(line);
    const key = path === undefined ? undefined : pathKey(path);
    if (key === undefined) this.#open = undefined;
    else if (this.#last === undefined || key <= this.#last)
      this.#open = { key, lines: [line], matches: 0, held: 0, further: 0, full: false };
    else {
      this.#open = 'counted';
      this.uncounted.files += 1;
    }
  }

  #add(block: Block | 'counted', line: string, isMatch: boolean): void {
    const count = isMatch ? (this.#options.countOf?.(line) ?? 1) : 0;
    if (block === 'counted' || !this.#hold(block, line, count)) this.uncounted.matches += count;
  }

  /** Of one file at least one match more than wanted is held, so that context of the last wanted one ends where the next begins. False when there is enough. */
  #hold(block: Block, line: string, count: number): boolean {
    const { wanted, after } = this.#options;
    if (count > 0 && block.further >= Math.max(1, after)) block.full = true;
    if (count > 0 && block.matches >= wanted) block.further += count;
    block.matches += count;
    if (block.full) return false;
    block.held += count;
    block.lines.push(line);
    return true;
  }

  #end(): void {
    const block = this.#open;
    this.#open = undefined;
    if (block === undefined || block === 'counted') return;
    this.#blocks.push(block);
    this.#held += block.matches;
    if (this.#held > this.#options.wanted + this.#options.slack) this.#dropUnwanted();
  }

  #dropUnwanted(): void {
    const kept: Block[] = [];
    let matches = 0;
    for (const block of this.#blocks.toSorted(byKey)) {
      if (matches <= this.#options.wanted) {
        kept.push(block);
        matches += block.matches;
      } else {
        this.uncounted.files += 1;
        this.uncounted.matches += block.held;
      }
    }
    this.#blocks = kept;
    this.#held = matches;
    this.#last = kept.at(-1)?.key;
  }
}
