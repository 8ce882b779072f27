import { isAlias, isMap, type ParsedNode } from 'yaml';
import { pairOf, type Target } from './set-value.ts';
import { columnOf, contentEnd, isBlockMap, lineStart, linesOf, type ParsedMap, type ParsedPair, type Splice } from './splice.ts';

interface Step {
  readonly map: ParsedMap;
  readonly pair: ParsedPair;
}

/**
 * The smallest change of the text that takes a setting out; undefined where none is known. A map that would be left without anything goes too, but
 * for one with comments in it, which becomes `{}`. A comment behind the setting stays as a line of its own.
 */
export function unsetValue({ text, root, path }: Target): readonly Splice[] | undefined {
  const steps = stepsTo(root, path);
  if (!steps) return undefined;
  let at = steps.length - 1;
  while (at > 0 && steps[at]?.map.items.length === 1 && !hasComment(text, steps[at - 1])) at -= 1;
  const step = steps[at];
  if (!step) return undefined;
  const gone = removal(text, step);
  const around = steps[at - 1];
  if (!gone || at === 0 || step.map.items.length > 1 || !around || !isBlockMap(step.map)) return gone;
  const colon = text.indexOf(':', around.pair.key.range[1]) + 1;
  return [{ from: colon, to: colon, text: ' {}' }, ...gone];
}

function stepsTo(root: ParsedNode | null, path: readonly string[]): readonly Step[] | undefined {
  const steps: Step[] = [];
  let node: ParsedNode | null = root;
  for (const name of path) {
    if (!isMap<ParsedNode, ParsedNode | null>(node)) return undefined;
    const pair: ParsedPair | undefined = pairOf(node, name);
    if (!pair || isAlias(pair.value)) return undefined;
    steps.push({ map: node, pair });
    node = pair.value;
  }
  return steps;
}

function hasComment(text: string, step: Step | undefined): boolean {
  return step !== undefined && text.slice(step.pair.key.range[0], contentEnd(step.pair)).includes('#');
}

function removal(text: string, { map, pair }: Step): readonly Splice[] | undefined {
  if (!isBlockMap(map)) return removalInFlow(map, pair);
  const begin = pair.key.range[0];
  const column = columnOf(text, begin);
  if (text.slice(lineStart(text, begin), begin).trim() !== '') return undefined;
  const { from, to, comment } = linesOf(text, begin, contentEnd(pair));
  return [{ from, to, text: comment === '' ? '' : `${' '.repeat(column)}${comment}` }];
}

function removalInFlow(map: ParsedMap, pair: ParsedPair): readonly Splice[] {
  const index = map.items.indexOf(pair);
  const before = map.items[index - 1];
  const after = map.items[index + 1];
  if (after) return [{ from: pair.key.range[0], to: after.key.range[0], text: '' }];
  if (before) return [{ from: contentEnd(before), to: contentEnd(pair), text: '' }];
  return [{ from: pair.key.range[0], to: contentEnd(pair), text: '' }];
}
