/**
 * Patterns of paths: `*` and `?` stand for characters of one name, `**` as a whole name for any number of names, `[a-z]` and `[!a-z]` for one
 * character, `{a,b}` for either; `\` takes the meaning from the next character. What does not close stands for itself.
 *
 * All ways through a pattern are followed at the same time, so that a path costs the same time for each of its characters, whatever the pattern.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  return new GlobAutomaton(readTokens(pattern)).matches;
}

type Test = (character: string) => boolean;

type Token =
  | { readonly type: 'one'; readonly test: Test }
  | { readonly type: 'stars'; readonly count: number }
  | { readonly type: 'slash' }
  | { type: 'open' | 'comma' | 'close' | 'one'; readonly test: Test };

const SLASH: Test = (character) => character === '/';
const ANY: Test = () => true;
const IN_NAME: Test = (character) => character !== '/';

function same(wanted: string): Test {
  return (character) => character === wanted;
}

function readTokens(pattern: string): readonly Token[] {
  const characters = [...pattern.replace(/(^|\/)\*\*(\/\*\*)+(?=\/|$)/g, '$1**')];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; ) {
    const { token, end } = readToken(characters, at);
    const last = tokens.at(-1);
    if (token.type === 'stars' && last?.type === 'stars') tokens[tokens.length - 1] = { type: 'stars', count: last.count + 1 };
    else tokens.push(token);
    at = end;
  }
  return withPairs(tokens);
}

const BRACES: Readonly<Record<string, 'open' | 'comma' | 'close'>> = { '{': 'open', ',': 'comma', '}': 'close' };

function readToken(characters: readonly string[], at: number): { readonly token: Token; readonly end: number } {
  const character = characters[at] ?? '';
  const end = at + 1;
  const brace = BRACES[character];
  if (brace !== undefined) return { token: { type: brace, test: same(character) }, end };
  switch (character) {
    case '/':
      return { token: { type: 'slash' }, end };
    case '*':
      return { token: { type: 'stars', count: 1 }, end };
    case '?':
      return { token: { type: 'one', test: IN_NAME }, end };
    case '[':
      return readClass(characters, at) ?? { token: { type: 'one', test: same('[') }, end };
    case '\\':
      return end < characters.length
        ? { token: { type: 'one', test: same(characters[end] ?? '') }, end: end + 1 }
        : { token: { type: 'one', test: same('\\') }, end };
    default:
      return { token: { type: 'one', test: same(character) }, end };
  }
}

function readClass(characters: readonly string[], open: number): { readonly token: Token; readonly end: number } | undefined {
  const isNegated = characters[open + 1] === '!' || characters[open + 1] === '^';
  const ranges: (readonly [string, string])[] = [];
  let at = open + (isNegated ? 2 : 1);
  const first = at;
  const next = (): string => {
    if (characters[at] === '\\' && at + 1 < characters.length) at += 1;
    at += 1;
    return characters[at - 1] ?? '';
  };
  while (at < characters.length && (characters[at] !== ']' || at === first)) {
    const low = next();
    const isRange = characters[at] === '-' && at + 1 < characters.length && characters[at + 1] !== ']';
    if (isRange) at += 1;
    ranges.push([low, isRange ? next() : low]);
  }
  if (characters[at] !== ']') return undefined;
  const test: Test = (character) => character !== '/' && ranges.some(([low, high]) => low <= character && character <= high) !== isNegated;
  return { token: { type: 'one', test }, end: at + 1 };
}

/** Braces count only where they close and part something; the others, and commas elsewhere, stand for themselves. */
function withPairs(tokens: readonly Token[]): readonly Token[] {
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  const meant = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'open') open.push({ at, commas: [] });
    if (token.type === 'comma') open.at(-1)?.commas.push(at);
    const group = token.type === 'close' ? open.pop() : undefined;
    if (group && group.commas.length > 0) for (const place of [group.at, ...group.commas, at]) meant.add(place);
  }
  return tokens.map((token, at) => ('test' in token && !meant.has(at) ? { type: 'one', test: token.test } : token));
}

interface Edge {
  readonly test: Test;
  readonly to: number;
}

/** Where one may be at one time in the pattern, and where that leads with each character met so far. */
interface Places {
  readonly nodes: readonly number[];
  readonly next: Map<string, Places>;
  readonly isEnd: boolean;
}

/** Sets of places that are remembered; with more of them all are forgotten. */
const REMEMBERED = 2_000;

class GlobAutomaton {
  readonly #edges: Edge[][] = [];
  /** Nodes that are reached without a character. */
  readonly #free: number[][] = [];
  readonly #end: number;
  readonly #known = new Map<string, Places>();
  readonly #start: Places;

  constructor(tokens: readonly Token[]) {
    this.#end = this.#build(tokens);
    this.#start = this.#placesOf([0]);
  }

  readonly matches = (path: string): boolean => {
    let places = this.#start;
    for (const character of path) {
      if (places.nodes.length === 0) return false;
      places = places.next.get(character) ?? this.#advance(places, character);
    }
    return places.isEnd;
  };

  #build(tokens: readonly Token[]): number {
    const groups: { readonly start: number; readonly end: number }[] = [];
    let here = this.#node();
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      const group = groups.at(-1);
      if (token?.type === 'open') {
        groups.push({ start: here, end: this.#node() });
        here = this.#freeTo(here);
      } else if (token?.type === 'comma' && group) {
        this.#free[here]?.push(group.end);
        here = this.#freeTo(group.start);
      } else if (token?.type === 'close' && group) {
        this.#free[here]?.push(group.end);
        here = group.end;
        groups.pop();
      } else if (token?.type === 'stars') {
        const isNames = token.count === 2 && isBorder(tokens[at - 1]) && isBorder(tokens[at + 1]);
        const hasMore = isNames && tokens[at + 1]?.type === 'slash';
        here = isNames ? this.#names(here, hasMore) : this.#repeat(here, IN_NAME);
        if (hasMore) at += 1;
      } else if (token?.type === 'slash') {
        here = isRest(tokens, at) ? this.#orMore(here) : this.#one(here, SLASH);
        if (isRest(tokens, at)) at += 1;
      } else if (token && 'test' in token) here = this.#one(here, token.test);
    }
    return here;
  }

  #node(): number {
    this.#free.push([]);
    return this.#edges.push([]) - 1;
  }

  #freeTo(from: number): number {
    const node = this.#node();
    this.#free[from]?.push(node);
    return node;
  }

  #one(from: number, test: Test): number {
    const node = this.#node();
    this.#edges[from]?.push({ test, to: node });
    return node;
  }

  #repeat(from: number, test: Test): number {
    const node = this.#freeTo(from);
    this.#edges[node]?.push({ test, to: node });
    return node;
  }

  /** Any number of names, each with its slash when more follows. */
  #names(from: number, hasMore: boolean): number {
    const within = this.#repeat(from, ANY);
    if (!hasMore) return within;
    const after = this.#one(within, SLASH);
    this.#free[from]?.push(after);
    return after;
  }

  /** What stands before a last `**` by itself, or with anything below it. */
  #orMore(from: number): number {
    const end = this.#freeTo(this.#repeat(this.#one(from, SLASH), ANY));
    this.#free[from]?.push(end);
    return end;
  }

  #advance(places: Places, character: string): Places {
    const reached = places.nodes.flatMap((node) => (this.#edges[node] ?? []).flatMap(({ test, to }) => (test(character) ? [to] : [])));
    const next = this.#placesOf(reached);
    places.next.set(character, next);
    return next;
  }

  #placesOf(nodes: readonly number[]): Places {
    const all = new Set(nodes);
    for (const node of all) for (const free of this.#free[node] ?? []) all.add(free);
    const sorted = [...all].sort((a, b) => a - b);
    const key = sorted.join();
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= REMEMBERED) this.#forget();
    const places: Places = { nodes: sorted, next: new Map(), isEnd: all.has(this.#end) };
    this.#known.set(key, places);
    return places;
  }

  #forget(): void {
    for (const places of this.#known.values()) places.next.clear();
    this.#known.clear();
  }
}

/** Whether a name begins or ends there. */
function isBorder(token: Token | undefined): boolean {
  return token === undefined || token.type === 'slash' || token.type === 'open' || token.type === 'comma' || token.type === 'close';
}

/** Whether `/**` ends the pattern there. */
function isRest(tokens: readonly Token[], slash: number): boolean {
  const stars = tokens[slash + 1];
  return slash > 0 && tokens[slash - 1]?.type !== 'stars' && stars?.type === 'stars' && stars.count === 2 && slash + 2 === tokens.length;
}
