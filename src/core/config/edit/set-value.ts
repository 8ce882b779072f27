import { isAlias, isCollection, isMap, isScalar, type ParsedNode } from 'yaml';
import { isTree } from '../layer.ts';
import { editList } from './edit-list.ts';
import { renderInFlow, renderInline, renderPair, renderPairInFlow, type SettingValue } from './render.ts';
import { columnOf, contentEnd, isBlockMap, isBlockSeq, isEmpty, lineEnd, type ParsedMap, type ParsedPair, type Splice } from './splice.ts';

/** Where a value goes: the root of a document, and the way to it. */
export interface Target {
  readonly text: string;
  readonly root: ParsedNode | null;
  readonly path: readonly string[];
}

/** The smallest change of the text that sets a value; undefined where none is known. Whoever applies it checks what came of it. */
export function setValue({ text, root, path }: Target, value: SettingValue): readonly Splice[] | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return undefined;
  if (isEmpty(root)) return [appended(text, first, nested(rest, value))];
  return isMap<ParsedNode, ParsedNode | null>(root) ? setInMap({ text, map: root, path }, value) : undefined;
}

interface MapTarget {
  readonly text: string;
  readonly map: ParsedMap;
  readonly path: readonly string[];
}

function setInMap({ text, map, path }: MapTarget, value: SettingValue): readonly Splice[] | undefined {
  const [step = '', ...rest] = path;
  const pair = pairOf(map, step);
  if (!pair) return addPair(text, map, [step, nested(rest, value)]);
  const { value: node } = pair;
  if (isAlias(node)) return undefined;
  if (rest.length === 0) return replace(text, map, pair, value);
  if (isMap<ParsedNode, ParsedNode | null>(node)) return setInMap({ text, map: node, path: rest }, value);
  return isEmpty(node) ? replace(text, map, pair, nested(rest, value)) : undefined;
}

export function pairOf(map: ParsedMap, key: string): ParsedPair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

function nested(path: readonly string[], value: SettingValue): SettingValue {
  return path.reduceRight<SettingValue>((below, step) => ({ [step]: below }), value);
}

function replace(text: string, map: ParsedMap, pair: ParsedPair, value: SettingValue): readonly Splice[] | undefined {
  const { key, value: node } = pair;
  const block = isBlockMap(map);
  if (node === null || isEmpty(node)) {
    const at = text.indexOf(':', key.range[1]) + 1;
    if (block && isTree(value) && Object.keys(value).length > 0) return [below(text, key.range[0], at, value)];
    return [{ from: at, to: at, text: ` ${block ? renderInline(value) : renderInFlow(value)}` }];
  }
  if (isBlockSeq(node) && Array.isArray(value)) return editList({ text, list: node, key }, value);
  if (isCollection(node) && (node.flow !== true || isTree(value))) return undefined;
  const [from, to] = node.range;
  const like = isScalar(node) ? node : undefined;
  const end = text.slice(from, to).endsWith('\n') ? '\n' : '';
  return [{ from, to, text: (block ? renderInline(value, like) : renderInFlow(value)) + end }];
}

/** A map under a key that has no value, in block style. What stands behind the colon, such as a comment, stays there. */
function below(text: string, key: number, colon: number, value: SettingValue): Splice {
  const at = lineEnd(text, colon);
  const indent = columnOf(text, key) + 2;
  const lines = Object.entries(value as Readonly<Record<string, SettingValue>>).map(([name, item]) => renderPair(name, item, indent));
  return { from: at, to: at, text: startOfLine(text, at) + lines.join('') };
}

function addPair(text: string, map: ParsedMap, [key, value]: readonly [string, SettingValue]): readonly Splice[] | undefined {
  const last = map.items.at(-1);
  if (!isBlockMap(map)) {
    const at = last ? contentEnd(last) : (map.range?.[0] ?? 0) + 1;
    const pair = renderPairInFlow(key, value);
    return [{ from: at, to: at, text: last ? `, ${pair}` : ` ${pair}${text[at] === ' ' ? '' : ' '}` }];
  }
  const first = map.items[0];
  if (!last || !first) return undefined;
  const column = columnOf(text, first.key.range[0]);
  const end = contentEnd(last);
  const at = text[end - 1] === '\n' ? end : lineEnd(text, end);
  return [{ from: at, to: at, text: startOfLine(text, at) + renderPair(key, value, column) }];
}

function appended(text: string, key: string, value: SettingValue): Splice {
  return { from: text.length, to: text.length, text: startOfLine(text, text.length) + renderPair(key, value, 0) };
}

function startOfLine(text: string, at: number): string {
  return at === 0 || text[at - 1] === '\n' ? '' : '\n';
}
