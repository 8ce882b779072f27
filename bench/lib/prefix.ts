/**
 * Whether `next` is a byte extension of `previous`: the same body up to the end of its last message, then more messages, then the same rest.
 * `null` when it is, else a sentence with the place.
 */
export function prefixBreak(previous: Buffer, next: Buffer): string | null {
  const before = previous.toString('utf8');
  const after = next.toString('utf8');
  const messages = JSON.stringify((JSON.parse(before) as { readonly messages: unknown }).messages);
  const at = before.indexOf(messages);
  if (at < 0) return 'the messages are not compact JSON';
  const kept = before.slice(0, at + messages.length - 1);
  const rest = before.slice(at + messages.length);
  if (!after.startsWith(kept)) return `the bodies part at character ${firstDifference(kept, after)} of ${kept.length}`;
  return after.endsWith(rest) ? null : 'what follows the messages changed';
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}
