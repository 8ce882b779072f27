/** JSON from a server: everything may be missing or of another type than published. */
export type WireObject = Readonly<Record<string, unknown>>;

/** `null` when the text is not a JSON object. */
export function parseObject(text: string): WireObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one. */
export function objectOf(value: unknown): WireObject {
  return isObject(value) ? value : {};
}

/** Its objects; anything else in it, or instead of it, is left out. */
export function objectsOf(value: unknown): readonly WireObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number of tokens; `undefined` for anything that cannot be one. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}
