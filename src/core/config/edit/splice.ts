import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';

/** A change of a text: what lies between two offsets becomes another text. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export type ParsedMap = YAMLMap<ParsedNode, ParsedNode | null>;
export type ParsedPair = Pair<ParsedNode, ParsedNode | null>;
export type ParsedSeq = YAMLSeq<ParsedNode>;

function splice(text: string, { from, to, text: put }: Splice): string {
  return text.slice(0, from) + put + text.slice(to);
}

/** The last ones first, so that the offsets of the others stay right. */
export function spliceAll(text: string, splices: readonly Splice[]): string {
  return [...splices].sort((a, b) => b.from - a.from).reduce(splice, text);
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** After the line's end, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

export function isBlockMap(node: unknown): boolean {
  return isMap(node) && !node.flow;
}

export function isBlockSeq(node: unknown): node is ParsedSeq {
  return isSeq(node) && !node.flow;
}

export function isEmpty(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.value === null && node.range[0] === node.range[1]);
}

/** Where what belongs to a pair ends, without the comment behind it. */
export function contentEnd({ key, value }: ParsedPair): number {
  return value === null || isEmpty(value) ? key.range[1] : value.range[1];
}

/** The whole lines of something in block style, from the line it begins in. A comment at the end of its last line is given apart. */
export function linesOf(
  text: string,
  begin: number,
  end: number,
): { readonly from: number; readonly to: number; readonly comment: string } {
  const atLineStart = end > 0 && text[end - 1] === '\n';
  const to = atLineStart ? end : lineEnd(text, end);
  const comment = atLineStart ? '' : text.slice(end, to).replace(/^[^#]*/, '');
  return { from: lineStart(text, begin), to, comment };
}
