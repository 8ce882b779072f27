import { isDeepStrictEqual } from 'node:util';
import type { ParsedNode } from 'yaml';
import { renderItem, type SettingValue } from './render.ts';
import { columnOf, lineStart, linesOf, type ParsedSeq, type Splice } from './splice.ts';

interface ListTarget {
  readonly text: string;
  /** In block style. */
  readonly list: ParsedSeq;
  /** Of the pair that it is the value of. */
  readonly key: ParsedNode;
}

/** Items that stay keep their lines and the comments around them. */
export function editList({ text, list, key }: ListTarget, values: readonly SettingValue[]): readonly Splice[] | undefined {
  const items = list.items.map((node) => ({ node, value: node.toJSON() as SettingValue }));
  const same = (a: SettingValue | undefined, b: SettingValue | undefined) => isDeepStrictEqual(a, b);
  let head = 0;
  while (head < items.length && head < values.length && same(items[head]?.value, values[head])) head += 1;
  let tail = 0;
  while (tail < Math.min(items.length, values.length) - head && same(items.at(-1 - tail)?.value, values.at(-1 - tail))) tail += 1;
  const regions = items.map(({ node }) => regionOf(text, node));
  if (regions.some((region) => region === undefined)) return undefined;
  const lines = regions as readonly Region[];
  const gone = lines.slice(head, lines.length - tail).map(({ from, to, comment }) => ({ from, to, text: comment }));
  const added = values.slice(head, values.length - tail);
  if (values.length === 0) {
    const colon = text.indexOf(':', key.range[1]) + 1;
    return [{ from: colon, to: colon, text: ' []' }, ...gone];
  }
  if (added.length === 0) return gone;
  const column = lines[0]?.column ?? 0;
  const at = lines[head]?.from ?? lines.at(-1)?.to ?? 0;
  const start = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
  const put = { from: at, to: at, text: start + added.map((value) => renderItem(value, column)).join('') };
  return joined(put, gone);
}

/** What is put in where something goes is one change. */
function joined(put: Splice, gone: readonly Splice[]): readonly Splice[] {
  const [first, ...others] = gone;
  if (!first || first.from !== put.from) return [put, ...gone];
  return [{ ...first, text: put.text + first.text }, ...others];
}

interface Region {
  readonly from: number;
  readonly to: number;
  readonly column: number;
  /** A comment behind the item, as a line of its own. */
  readonly comment: string;
}

/** Undefined where the item does not begin its line. */
function regionOf(text: string, node: ParsedNode): Region | undefined {
  const start = lineStart(text, node.range[0]);
  const dash = /^( *)- +$/.exec(text.slice(start, node.range[0]));
  if (!dash) return undefined;
  const { from, to, comment } = linesOf(text, node.range[0], node.range[1]);
  const column = columnOf(text, start + (dash[1]?.length ?? 0));
  return { from, to, column, comment: comment === '' ? '' : `${' '.repeat(column)}${comment}` };
}
