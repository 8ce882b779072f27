/** Code points, which is what limits count: a character outside the basic plane is one, not two. */
export function runeCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `limit` code points, or the text itself when it has no more. */
export function firstRunes(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  let count = 0;
  for (const rune of text) {
    if (count === limit) return text.slice(0, end);
    end += rune.length;
    count += 1;
  }
  return text;
}

/** The last `limit` code units, less one when the cut would fall inside a character. */
export function lastUnits(text: string, limit: number): string {
  const from = Math.max(0, text.length - limit);
  return text.slice(isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from);
}

/** The first `limit` code units, less one when the cut would fall inside a character. */
export function firstUnits(text: string, limit: number): string {
  return text.slice(0, text.length > limit && isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
