/** `14:05`, with the day where it is another. */
export function clockTime(time: number, now: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return clock;
  return `${date.toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short' })} ${clock}`;
}

/** `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Of whole 1e-9 US dollars. */
export function dollars(nano: number): string {
  if (nano > 0 && nano < 5_000_000) return '<$0.01';
  return `$${(nano / 1e9).toFixed(2)}`;
}
