/** Reads an amount such as "12", "12.5" or "12.50" and returns whole cents. Throws on anything else. */
export function parseAmount(text) {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) throw new Error(`not an amount: "${text}"`);
  const [, units, fraction = ''] = match;
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Prints cents with two digits: 1234 becomes "12.34". */
export function formatAmount(cents) {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
