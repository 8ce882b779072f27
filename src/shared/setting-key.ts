/** Dotted; a name that is not plain is quoted, as in `limits.tool_timeouts."my tool"`. */
export function settingKey(path: readonly string[]): string {
  return path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.');
}

const STEP = /^(?:([\w-]+)|("(?:[^"\\]|\\.)*"))(\.|$)/;

/** The path that `settingKey` wrote; undefined when the text is none. */
export function settingPath(key: string): readonly string[] | undefined {
  const path: string[] = [];
  let rest = key;
  while (rest !== '') {
    const [whole, plain, quoted, dot] = STEP.exec(rest) ?? [];
    const name = plain ?? unquoted(quoted);
    if (whole === undefined || name === undefined || (dot === '.' && whole.length === rest.length)) return undefined;
    path.push(name);
    rest = rest.slice(whole.length);
  }
  return path.length === 0 ? undefined : path;
}

function unquoted(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}
