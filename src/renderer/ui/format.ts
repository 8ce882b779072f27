import type { Usage } from '../../shared/usage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in milliseconds as people say it: `340 ms`, `4.2 s`, `3 m 05 s`, `2 h 04 m`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${pad((ms % MINUTE) / 1_000)} s`;
  return `${Math.floor(ms / HOUR)} h ${pad((ms % HOUR) / MINUTE)} m`;
}

/** Elapsed time of something that still runs: whole seconds, so that it does not flicker. */
export function elapsed(ms: number): string {
  return ms < MINUTE ? `${Math.max(0, Math.floor(ms / 1_000))} s` : duration(ms);
}

function pad(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** `812`, `9.4k`, `128k`, `1.3M`, `2.1B`. */
export function count(value: number): string {
  const [number, step] = scaled(value);
  return `${number}${['', 'k', 'M', 'B'][step]}`;
}

/** Of a text in bytes: `812 B`, `9.4 kB`, `128 kB`, `1.3 MB`. */
export function size(bytes: number): string {
  const [number, step] = scaled(bytes);
  return `${number} ${['B', 'kB', 'MB', 'GB'][step]}`;
}

/** In the largest step of a thousand that leaves a number of at least one. */
function scaled(value: number): readonly [number: string, step: 0 | 1 | 2 | 3] {
  if (value < 1_000) return [String(value), 0];
  if (value < 10_000) return [trim(value / 1_000), 1];
  if (value < 999_500) return [String(Math.round(value / 1_000)), 1];
  if (value < 999_500_000) return [trim(value / 1_000_000), 2];
  return [trim(value / 1_000_000_000), 3];
}

function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

export function ago(time: number, now: number): string {
  const past = Math.max(0, now - time);
  if (past < MINUTE) return 'now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m`;
  if (past < DAY) return `${Math.floor(past / HOUR)}h`;
  if (past < 30 * DAY) return `${Math.floor(past / DAY)}d`;
  return calendarDay(time);
}

/** In the language of the window, whatever that of the machine is: `27 Nov 2026`. */
export function calendarDay(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `27 Nov 2026 14:05`. */
export function dateTime(time: number): string {
  return `${calendarDay(time)} ${hourAndMinute(time)}`;
}

/** `14:05`, with the day where it is another. */
export function clockTime(time: number, now: number): string {
  const clock = hourAndMinute(time);
  return new Date(time).toDateString() === new Date(now).toDateString() ? clock : `${weekday(time)} ${clock}`;
}

/** `Fri 27 Nov`. */
export function weekday(time: number, zone: Pick<Intl.DateTimeFormatOptions, 'timeZone'> = {}): string {
  return new Date(time).toLocaleDateString('en-GB', { ...zone, weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
}

function hourAndMinute(time: number): string {
  const date = new Date(time);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
}

export function tokens({ input, output }: Pick<Usage, 'input' | 'output'>): string {
  return `${count(input)} in · ${count(output)} out`;
}

/** A path shortened from the left, so that the file name stays. */
export function baseName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? path;
}

export function folderName(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '' : path.slice(0, at + 1);
}

/** Of whole 1e-9 US dollars: to the cent, and below a dollar to a hundredth of one. What is less than that is not shown as nothing. */
export function money(nano: number): string {
  if (nano > 0 && nano < 50_000) return '<$0.0001';
  const digits = nano > 0 && nano < 1e9 ? 4 : 2;
  return `$${(nano / 1e9).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
