/** Of whole 1e-9 US dollars. */
export function dollars(nano: number): string {
  if (nano > 0 && nano < 5_000_000) return '<$0.01';
  return `$${(nano / 1e9).toFixed(2)}`;
}
