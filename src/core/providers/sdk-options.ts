/** How the product names itself to a server. */
export const APPLICATION = 'steiner';

const DESCRIBING = ['Arch', 'Lang', 'OS', 'Package-Version', 'Retry-Count', 'Runtime', 'Runtime-Version', 'Timeout'];

/** Headers of every request: none in which an SDK would describe this machine. `null` leaves a header out. */
export const PLAIN_HEADERS: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(DESCRIBING.map((name) => [`X-Stainless-${name}`, null])),
  'User-Agent': APPLICATION,
};

/** Longer than any request, in milliseconds: time-outs are ours, not an SDK's. */
export const NEVER = 2 ** 31 - 1;
