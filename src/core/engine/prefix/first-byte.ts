import type { PrefixBytes } from '../../../shared/prefix.ts';

/** Bytes shown before and behind the first difference. */
const BEFORE = 60;
const BEHIND = 160;

/** Where two parts begin to differ, with what stands around. Undefined when they are equal. */
export function firstByte(was: string, is: string): PrefixBytes | undefined {
  const [a, b] = [Buffer.from(was), Buffer.from(is)];
  const byte = commonLength(a, b);
  if (byte === a.length && byte === b.length) return undefined;
  const at = characterStart(a, b, byte);
  const from = startOf(a, Math.max(0, at - BEFORE));
  return {
    byte,
    lead: a.toString('utf8', from, at),
    was: a.toString('utf8', at, startOf(a, at + BEHIND)),
    is: b.toString('utf8', at, startOf(b, at + BEHIND)),
    more: { lead: from > 0, was: a.length > at + BEHIND, is: b.length > at + BEHIND },
  };
}

/** Halves the stretch in which they may part: comparing buffers is much faster than comparing bytes. */
function commonLength(a: Buffer, b: Buffer): number {
  let [same, differs] = [0, Math.min(a.length, b.length) + 1];
  while (differs - same > 1) {
    const middle = Math.floor((same + differs) / 2);
    if (a.compare(b, same, middle, same, middle) === 0) same = middle;
    else differs = middle;
  }
  return same;
}

/** The start of the character that the byte is in: two characters may begin with the same bytes. */
function characterStart(a: Buffer, b: Buffer, byte: number): number {
  return Math.min(startOf(a, byte), startOf(b, byte));
}

function startOf(bytes: Buffer, at: number): number {
  if (at >= bytes.length) return bytes.length;
  let start = at;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
