/** `12 min`, `3 h 5 min`, `2 d 4 h`, `3 d`. */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? both(hours, 'h', minutes % 60, 'min') : both(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** The lesser of the two is left out where there is none of it. */
function both(much: number, unit: string, rest: number, lesser: string): string {
  return rest === 0 ? `${much} ${unit}` : `${much} ${unit} ${rest} ${lesser}`;
}
