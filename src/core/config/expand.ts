/** What to do with a value that was written without quotes after expansion: numbers and booleans may come from the environment. */
export function retype(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : text;
}

export interface Expansion {
  readonly text: string;
  /** Names that are referenced without a fallback and not defined, in order. */
  readonly missing: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${VAR}`, `${VAR:-fallback}`, `$VAR` and `$$` in one value.
 *
 * The fallback is used when the variable is undefined or empty, and is itself expanded. A dollar before anything else stays.
 */
export function expand(text: string, variables: Variables): Expansion {
  const missing: string[] = [];
  const out: string[] = [];
  let rest = text;
  for (let dollar = rest.indexOf('$'); dollar >= 0; dollar = rest.indexOf('$')) {
    out.push(rest.slice(0, dollar));
    const reference = readReference(rest.slice(dollar));
    const value = replacement(reference, variables);
    out.push(value.text);
    missing.push(...value.missing);
    rest = rest.slice(dollar + reference.length);
  }
  return { text: [...out, rest].join(''), missing };
}

interface Reference {
  /** How many characters it takes, from the dollar on. */
  readonly length: number;
  readonly name?: string;
  readonly fallback?: string;
}

/** `text` starts with a dollar. Without a name the result is a literal dollar. */
function readReference(text: string): Reference {
  if (text.startsWith('$$')) return { length: 2 };
  const bare = /^\$([A-Za-z_]\w*)/.exec(text);
  if (bare?.[1]) return { length: bare[0].length, name: bare[1] };
  const braced = /^\$\{([A-Za-z_]\w*)(:-|\})/.exec(text);
  if (!braced?.[1]) return { length: 1 };
  if (braced[2] === '}') return { length: braced[0].length, name: braced[1] };
  const end = closingBrace(text, braced[0].length);
  return end < 0 ? { length: 1 } : { length: end + 1, name: braced[1], fallback: text.slice(braced[0].length, end) };
}

/** Index of the brace that closes the reference whose fallback starts at `from`; nested references are skipped. -1 without one. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index += 1) {
    if (text.startsWith('${', index)) depth += 1;
    else if (text[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

function replacement({ name, fallback }: Reference, variables: Variables): Expansion {
  if (name === undefined) return { text: '$', missing: [] };
  const value = variables[name];
  if (value) return { text: value, missing: [] };
  if (fallback !== undefined) return expand(fallback, variables);
  return { text: '', missing: value === undefined ? [name] : [] };
}
