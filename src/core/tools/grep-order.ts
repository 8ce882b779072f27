import { byKey, pathKey } from './path-order.ts';

/** What ripgrep said of one file: its lines of JSON from `begin` on. */
interface Block {
  readonly key: string;
  readonly lines: string[];
  matches: number;
}

export interface OrderOptions {
  /** Matches, from the first in path order, whose lines are wanted; of the others only the number is. */
  readonly wanted: number;
  /** Lines shown after a match: that many further matches may be shown as context of the last wanted one. */
  readonly after: number;
  /** Matches that may be held beyond those before unwanted files are dropped. */
  readonly slack: number;
  /** The path of a `begin` line, or undefined when the file does not count. */
  readonly pathOf: (begin: string) => string | undefined;
}

/**
 * Puts the blocks of ripgrep's JSON output in path order. Searching in order would cost it all but one thread; here only the files that
 * can still be wanted are held.
 */
export class InPathOrder {
  readonly #options: OrderOptions;
  #blocks: Block[] = [];
  #held = 0;
  #open: Block | undefined;
  /** Matches and files of which no lines are held. */
  uncounted = { matches: 0, files: 0 };

  constructor(options: OrderOptions) {
    this.#options = options;
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

  /** Matches of one file that are held: at least one more than wanted, so that context of the last wanted one ends where the next begins. */
  #heldOfOne(): number {
    return this.#options.wanted + Math.max(1, this.#options.after);
  }

  #begin(line: string): void {
    const path = this.#options.pathOf(line);
    this.#open = path === undefined ? undefined : { key: pathKey(path), lines: [line], matches: 0 };
  }

  #add(block: Block, line: string, isMatch: boolean): void {
    if (isMatch) block.matches += 1;
    if (block.matches <= this.#heldOfOne()) block.lines.push(line);
    else if (isMatch) this.uncounted.matches += 1;
  }

  #end(): void {
    if (!this.#open) return;
    this.#blocks.push(this.#open);
    this.#held += this.#open.matches;
    this.#open = undefined;
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
        this.uncounted.matches += Math.min(block.matches, this.#heldOfOne());
      }
    }
    this.#blocks = kept;
    this.#held = matches;
  }
}
