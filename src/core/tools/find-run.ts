/** Lines, or the characters of a text. */
type Items = ArrayLike<string>;

/** How long the longest start of `wanted` is that also ends at each of its places. */
function borders(wanted: Items): Uint32Array {
  const found = new Uint32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (length > 0 && wanted[at] !== wanted[length]) length = found[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length += 1;
    found[at] = length;
  }
  return found;
}

/**
 * Start of the first place at or after `from` where `wanted` stands as a whole, or -1 (Knuth, Morris and Pratt): each item is looked at a
 * fixed number of times, however often `wanted` nearly stands there. `wanted` is not empty.
 */
export function findRun(items: Items, wanted: Items, from = 0): number {
  const found = borders(wanted);
  let length = 0;
  for (let at = from; at < items.length; at += 1) {
    while (length > 0 && items[at] !== wanted[length]) length = found[length - 1] ?? 0;
    if (items[at] === wanted[length]) length += 1;
    if (length === wanted.length) return at - length + 1;
  }
  return -1;
}

/** Starts of all places, not overlapping. */
export function findRuns(items: Items, wanted: Items): readonly number[] {
  const found = borders(wanted);
  const starts: number[] = [];
  let length = 0;
  for (let at = 0; at < items.length; at += 1) {
    while (length > 0 && items[at] !== wanted[length]) length = found[length - 1] ?? 0;
    if (items[at] === wanted[length]) length += 1;
    if (length < wanted.length) continue;
    starts.push(at - length + 1);
    length = 0;
  }
  return starts;
}
