/** What a field costs beside its text. */
const FIELD = 16;

/** Characters that a value takes, about. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + FIELD;
  if (typeof value !== 'object' || value === null) return FIELD;
  let size = FIELD;
  for (const field of Object.values(value)) size += sizeOf(field);
  return size;
}
