import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

interface Pack {
  readonly bytes: Uint8Array;
  /** Key of the first in it. */
  readonly key: number;
}

/**
 * A long list of plain values that resemble each other, in a fraction of the memory that the values take: all but the newest are packed, `size` of them together. Read are
 * copies, and those that stand near what was read last are at hand.
 *
 * Contract: keys do not fall from one value to the next.
 */
export class PackedList<T> {
  readonly #size: number;
  readonly #keyOf: (value: T) => number;
  readonly #packs: Pack[] = [];
  #tail: T[] = [];
  #read: { readonly pack: number; readonly values: readonly T[] } | undefined;

  constructor(size: number, keyOf: (value: T) => number) {
    this.#size = size;
    this.#keyOf = keyOf;
  }

  get length(): number {
    return this.#packs.length * this.#size + this.#tail.length;
  }

  push(...values: readonly T[]): void {
    for (const value of values) {
      this.#tail.push(value);
      if (this.#tail.length === 2 * this.#size) this.#pack(this.#tail.splice(0, this.#size));
    }
  }

  at(index: number): T | undefined {
    if (index < 0) return undefined;
    const pack = Math.floor(index / this.#size);
    return pack < this.#packs.length ? this.#values(pack)[index % this.#size] : this.#tail[index - this.#packs.length * this.#size];
  }

  /** The last whose key is not above that one. Keys are whole numbers. */
  upTo(key: number): T | undefined {
    return this.at(this.below(key + 1) - 1);
  }

  /** How many have a key below that one. */
  below(key: number): number {
    const isBelow = (value: T): boolean => this.#keyOf(value) < key;
    if (this.#tail[0] !== undefined && isBelow(this.#tail[0]))
      return this.length - this.#tail.length + this.#tail.findLastIndex(isBelow) + 1;
    const pack = this.#packs.findLastIndex((one) => one.key < key);
    return pack === -1 ? 0 : pack * this.#size + this.#values(pack).findLastIndex(isBelow) + 1;
  }

  /** Those with keys from the first up to, without, the second. */
  between(from: number, to: number): readonly T[] {
    const found: T[] = [];
    for (let index = this.below(from); index < this.length; index += 1) {
      const value = this.at(index);
      if (value === undefined || this.#keyOf(value) >= to) break;
      found.push(value);
    }
    return found;
  }

  /** From the newest back, so that what is near the end is found without reading the rest. */
  findLastIndex(is: (value: T) => boolean): number {
    const inTail = this.#tail.findLastIndex(is);
    if (inTail !== -1) return this.length - this.#tail.length + inTail;
    for (let pack = this.#packs.length - 1; pack >= 0; pack -= 1) {
      const found = this.#values(pack).findLastIndex(is);
      if (found !== -1) return pack * this.#size + found;
    }
    return -1;
  }

  /** Takes them away from that index on. */
  cut(index: number): readonly T[] {
    const pack = Math.floor(index / this.#size);
    if (pack < this.#packs.length) {
      const opened = this.#packs.slice(pack).flatMap((_, after) => this.#values(pack + after));
      this.#packs.length = pack;
      this.#read = undefined;
      this.#tail = [...opened, ...this.#tail];
    }
    return this.#tail.splice(index - this.#packs.length * this.#size);
  }

  #pack(values: readonly T[]): void {
    const [first] = values;
    // A copy: what is made here may lie in a larger stretch of memory.
    if (first !== undefined) this.#packs.push({ bytes: new Uint8Array(deflateRawSync(serialize(values))), key: this.#keyOf(first) });
  }

  #values(pack: number): readonly T[] {
    if (this.#read?.pack === pack) return this.#read.values;
    const values: readonly T[] = deserialize(inflateRawSync(this.#packs[pack]?.bytes ?? new Uint8Array()));
    this.#read = { pack, values };
    return values;
  }
}
