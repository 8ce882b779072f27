/** `12,340`, of a whole number. By hand: asking the runtime for it loads its locale tables, which costs more than everything else a short command does. */
export function grouped(count: number): string {
  const digits = String(count);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}
