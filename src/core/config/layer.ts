import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type Scalar } from 'yaml';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingKey } from '../../shared/setting-key.ts';
import { expand, retype } from './expand.ts';
import type { ConfigFault, Place } from './fault.ts';
import { syntaxFaults } from './syntax-faults.ts';

export type Tree = Readonly<Record<string, unknown>>;

/** One source of settings with the place of each. Keys of `places` are paths as `placeKey` writes them. */
export interface Layer {
  readonly tree: Tree;
  readonly places: ReadonlyMap<string, Place>;
}

/** Where a layer comes from. `name` is the file, the variable or the option. */
export interface Origin {
  readonly type: 'user' | 'project' | 'environment' | 'option';
  readonly name: string;
}

export interface SourcedLayer extends Layer {
  readonly origin: Origin;
}

/** A layer of one setting, for what is not a file. */
export function oneSetting(origin: Origin, path: readonly string[], value: unknown): SourcedLayer {
  const tree = path.reduceRight<unknown>((below, step) => ({ [step]: below }), value) as Tree;
  return { origin, tree, places: new Map([[placeKey(path), { file: `${ORIGIN_WORDS[origin.type]}${origin.name}` }]]) };
}

const ORIGIN_WORDS: Readonly<Record<Origin['type'], string>> = {
  user: '',
  project: '',
  environment: 'environment variable ',
  option: 'option ',
};

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is at a path, `undefined` where there is nothing. */
export function valueAt(tree: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined), tree);
}

/** The place of the nearest thing around a setting that is missing or lies behind an alias. */
export function placeOf({ places }: Layer, path: readonly PropertyKey[]): Place | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const place = places.get(placeKey(path.slice(0, length)));
    if (place) return place;
  }
  return undefined;
}

function placeKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

/** What stands for bytes that are no text. */
const NO_TEXT = '\uFFFD';
const OTHER_ENCODING = 'is not saved as UTF-8; save it so in your editor.';

export interface LayerSource {
  readonly file: string;
  readonly text: string;
  /** Without them values stay as they are written. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** Parses YAML and expands variables in its values, never in its keys. An empty file is an empty layer. */
export function parseLayer(source: LayerSource): Result<Layer, readonly ConfigFault[]> {
  if (source.text.startsWith(NO_TEXT.repeat(2))) return err([{ file: source.file, line: 1, path: '', message: OTHER_ENCODING }]);
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines });
  const placeOf = (offset: number): Place => ({ file: source.file, line: lines.linePos(offset).line });
  if (document.errors.length > 0) return err(syntaxFaults(source.text, document.errors, placeOf));
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return ok({ tree: {}, places: new Map() });
  if (!isMap(root)) return err([{ ...placeOf(root.range[0]), path: '', message: 'must be a map of settings.' }]);
  const walk: Walk = {
    ...(source.variables && { variables: source.variables }),
    document,
    placeOf,
    places: new Map(),
    anchors: new Map(),
    around: new Set(),
    faults: [],
  };
  visitNode(root, [], walk);
  if (walk.faults.length > 0) return err(walk.faults.sort(byPlace));
  return treeOf(walk, source.file);
}

/** Fails on aliases that would blow up. */
function treeOf({ document, places, alias }: Walk, file: string): Result<Layer, readonly ConfigFault[]> {
  try {
    return ok({ tree: document.toJS() as Tree, places });
  } catch (failure) {
    const message = `not usable YAML: ${failure instanceof Error ? failure.message : String(failure)}.`;
    return err([{ ...(alias ?? { file }), path: '', message }]);
  }
}

interface Walk {
  readonly document: Document.Parsed;
  readonly variables?: NonNullable<LayerSource['variables']>;
  readonly placeOf: (offset: number) => Place;
  readonly places: Map<string, Place>;
  /** What each anchor stands for so far. */
  readonly anchors: Map<string, unknown>;
  /** The maps and lists that hold what is visited now. */
  readonly around: Set<unknown>;
  readonly faults: ConfigFault[];
  /** The first of the file. */
  alias?: Place;
}

/** Notes where everything lies and expands scalars in place. Aliases are not followed: what they name is visited where it is written. */
function visitNode(node: ParsedNode | null, path: readonly string[], walk: Walk): void {
  walk.around.add(node);
  noteAnchor(node, walk);
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    for (const { key, value } of node.items) {
      const place = walk.placeOf(key.range[0]);
      noteAnchor(key, walk);
      const name = nameOf(key);
      if (name === undefined)
        walk.faults.push({ ...place, path: settingKey(path), message: 'a key must be a plain word, or text in quotes.' });
      const below = [...path, name ?? '?'];
      walk.places.set(placeKey(below), place);
      visitNode(value, below, walk);
    }
  } else if (isSeq<ParsedNode>(node)) {
    for (const [index, item] of node.items.entries()) {
      const below = [...path, String(index)];
      walk.places.set(placeKey(below), walk.placeOf(item.range[0]));
      visitNode(item, below, walk);
    }
  } else if (isAlias(node)) {
    const place = walk.placeOf(node.range[0]);
    walk.alias ??= place;
    const message = aliasFault(node.source, walk);
    if (message !== undefined) walk.faults.push({ ...place, path: settingKey(path), message });
  } else if (isScalar(node)) {
    expandScalar(node, path, walk);
  }
  walk.around.delete(node);
}

/** Undefined for a key that is no name: nothing, a list, a map or an alias. */
function nameOf(key: ParsedNode): string | undefined {
  return isScalar(key) && key.value !== null ? String(key.value) : undefined;
}

function noteAnchor(node: ParsedNode | null, { anchors }: Walk): void {
  if (node !== null && !isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
}

function aliasFault(name: string, { anchors, around }: Walk): string | undefined {
  if (!anchors.has(name)) return `nothing above has the anchor &${name} that *${name} stands for.`;
  return around.has(anchors.get(name)) ? `*${name} stands for what it is a part of.` : undefined;
}

function expandScalar(scalar: Scalar.Parsed, path: readonly string[], walk: Walk): void {
  const { variables } = walk;
  if (String(scalar.value).includes(NO_TEXT)) {
    walk.faults.push({
      ...walk.placeOf(scalar.range[0]),
      path: settingKey(path),
      message: 'holds bytes that are not UTF-8; save the file as UTF-8.',
    });
  }
  if (!variables || typeof scalar.value !== 'string' || !scalar.value.includes('$')) return;
  const { text, missing } = expand(scalar.value, variables);
  scalar.value = scalar.type === 'PLAIN' ? retype(text) : text;
  for (const name of missing) {
    const message = `environment variable ${name} is not set. Set it, or write \${${name}:-} to do without it.`;
    walk.faults.push({ ...walk.placeOf(scalar.range[0]), path: settingKey(path), message });
  }
}

function byPlace(a: ConfigFault, b: ConfigFault): number {
  return (a.line ?? 0) - (b.line ?? 0) || a.path.localeCompare(b.path, 'en') || a.message.localeCompare(b.message, 'en');
}
