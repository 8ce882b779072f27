import { foldedText } from './search-words.ts';

/**
 * Which runs of two and three letters stand in some texts, as bits: a text that is missing one of a query's cannot hold the query. Letters are UTF-16 units of the
 * text as a search compares it. A bit may be set by another run too, so a filter says "no" or "perhaps".
 */
export interface GramFilter {
  /** A power of two of bits. */
  readonly bits: Uint8Array;
}

/** One that says "perhaps" to everything. */
export const EVERYTHING: GramFilter = { bits: new Uint8Array(64).fill(0xff) };

const LARGEST = 32 * 1024;
const SMALLEST = 64;
/** Share of the bits that may be set: one in so many. */
const SPARSE = 8;

/** Collects texts until the filter is as full as it may be. */
export class GramCollector {
  readonly #bits = new Uint8Array(LARGEST);
  #set = 0;

  /** Further texts should go into another filter. */
  get full(): boolean {
    return this.#set * SPARSE > LARGEST * 8 * 1.5;
  }

  add(text: string): void {
    const lower = foldedText(text);
    let [a, b] = [0, 0];
    for (let index = 0; index < lower.length; index += 1) {
      const unit = lower.charCodeAt(index);
      if (index > 0) this.#mark(gram(b, unit, 0));
      if (index > 1) this.#mark(gram(a, b, unit));
      [a, b] = [b, unit];
    }
  }

  /** The bits so far, in as few bytes as keep them sparse. */
  filter(): GramFilter {
    let bits = this.#bits;
    while (bits.length > SMALLEST && this.#set * SPARSE <= bits.length * 4) bits = folded(bits);
    return { bits };
  }

  #mark(hash: number): void {
    const at = hash & (LARGEST * 8 - 1);
    const [byte, bit] = [at >>> 3, 1 << (at & 7)];
    const before = this.#bits[byte] ?? 0;
    if ((before & bit) !== 0) return;
    this.#bits[byte] = before | bit;
    this.#set += 1;
  }
}

/** The runs of letters of a word or phrase; none for one letter. */
export function gramsOf(term: string): readonly number[] {
  const lower = foldedText(term);
  if (lower.length === 2) return [gram(lower.charCodeAt(0), lower.charCodeAt(1), 0)];
  const starts = Array.from({ length: Math.max(0, lower.length - 2) }, (_, index) => index);
  return starts.map((at) => gram(lower.charCodeAt(at), lower.charCodeAt(at + 1), lower.charCodeAt(at + 2)));
}

/** False when the texts hold no such query for certain. */
export function mayHold({ bits }: GramFilter, grams: readonly number[]): boolean {
  const mask = bits.length * 8 - 1;
  return grams.every((hash) => ((bits[(hash & mask) >>> 3] ?? 0) & (1 << (hash & 7))) !== 0);
}

function folded(bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = bits.length / 2;
  return Uint8Array.from({ length: half }, (_, index) => (bits[index] ?? 0) | (bits[index + half] ?? 0));
}

function gram(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c + 1, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
