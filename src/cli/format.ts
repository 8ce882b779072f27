import { grouped } from '../shared/grouped.ts';
import type { Usage } from '../shared/usage.ts';
import type { Style } from './style.ts';

/** Of milliseconds: `340 ms`, `1.2 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `16:05` in local time, with the day where it is another. */
export function formatClock(time: number, now: number): string {
  const [date, today] = [new Date(time), new Date(now)];
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === today.toDateString()) return clock;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

export function formatUsage({ input, output, cacheRead }: Usage): string {
  const cached = cacheRead > 0 ? ` (${grouped(cacheRead)} cached)` : '';
  return `${grouped(input)}${cached} tokens in, ${grouped(output)} out`;
}

export function formatLines({ added, removed }: { readonly added: number; readonly removed: number }, style: Style): string {
  return `${style.added(`+${added}`)} ${style.removed(`-${removed}`)}`;
}

/** Left-aligned columns two spaces apart; the last one is not padded. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

/** Of whole 1e-9 US dollars: to the cent, and below a dollar to a hundredth of one. What is less than that is not shown as nothing. */
export function formatMoney(nano: number): string {
  if (nano > 0 && nano < 50_000) return '<$0.0001';
  const digits = nano > 0 && nano < 1e9 ? 4 : 2;
  const units = String(Math.round(nano / 10 ** (9 - digits))).padStart(digits + 1, '0');
  return `$${grouped(Number(units.slice(0, -digits)))}.${units.slice(-digits)}`;
}
