import type { MessagePrint, Prints } from '../../providers/sent/fingerprint.ts';
import type { EndedLine, SentLine } from '../../store/request-lines.ts';
import { relevantParams } from './sent-params.ts';

/** One attempt at a request, as the record tells it. */
export interface SentAttempt {
  /** From 1, over all files that were read. */
  readonly number: number;
  readonly inherited: boolean;
  readonly line: SentLine;
  readonly ended: EndedLine | undefined;
  /** Undefined when what it consisted of cannot be told. */
  readonly content: SentContent | undefined;
}

export interface SentContent {
  readonly head: Omit<Prints, 'messages'>;
  readonly params: string;
  readonly end: SentNode;
}

/** A message with everything before it; the root stands for what comes before all messages. Equal beginnings are the same node. */
export interface SentNode {
  readonly parent: SentNode | undefined;
  readonly print: MessagePrint | undefined;
  readonly depth: number;
  /** Of everything up to here, in bytes of text. */
  readonly weight: number;
  readonly children: Map<string, SentNode>;
  /** An answered attempt that went through here, the first one. */
  seen?: SentAttempt;
  /** The last answered one that ended here. */
  ends?: SentAttempt;
}

const UNANSWERED: ReadonlySet<string> = new Set(['error', 'cancelled', 'usage_limit']);

/** Whether a provider has read it for sure. Some never say how much. */
export function isAnswered({ ended }: SentAttempt): boolean {
  return ended !== undefined && (ended.usage !== undefined || !UNANSWERED.has(ended.stop));
}

/** The beginnings of all requests to one model, and who sent them. */
export class SentTree {
  readonly #roots = new Map<string, SentNode>();
  #last: SentAttempt | undefined;

  /** Where the messages of requests with that head hang. */
  root(head: SentContent['head'], params: string): SentNode {
    const key = [relevantParams(params), head.tools.hash, head.system.hash].join('\n');
    const known = this.#roots.get(key);
    if (known) return known;
    const root: SentNode = {
      parent: undefined,
      print: undefined,
      depth: 0,
      weight: head.tools.bytes + head.system.bytes,
      children: new Map(),
    };
    this.#roots.set(key, root);
    return root;
  }

  /** The answered one that has most in common with these messages: one that they go on from, else the last. */
  before(end: SentNode): SentAttempt | undefined {
    let deepest: SentNode | undefined = end;
    while (deepest && !deepest.seen) deepest = deepest.parent;
    if (!deepest) return this.#last;
    if (deepest.ends) return deepest.ends;
    const last = this.#last?.content?.end;
    return last && ancestorAt(last, deepest.depth) === deepest ? this.#last : deepest.seen;
  }

  /** The last answered one that these messages go on from. */
  extended(end: SentNode): SentAttempt | undefined {
    let node: SentNode | undefined = end;
    while (node && !node.ends) node = node.parent;
    return node?.ends;
  }

  add(attempt: SentAttempt): void {
    if (!attempt.content || !isAnswered(attempt)) return;
    const { end } = attempt.content;
    end.ends = attempt;
    for (let node: SentNode | undefined = end; node && !node.seen; node = node.parent) node.seen = attempt;
    this.#last = attempt;
  }
}

export function childOf(parent: SentNode, print: MessagePrint): SentNode {
  const key = `${print.role} ${print.hash} ${print.bytes}`;
  const known = parent.children.get(key);
  if (known) return known;
  const weight = parent.weight + (print.weight ?? print.bytes);
  const child: SentNode = { parent, print, depth: parent.depth + 1, weight, children: new Map() };
  parent.children.set(key, child);
  return child;
}

export function ancestorAt(node: SentNode, depth: number): SentNode | undefined {
  let at: SentNode | undefined = node;
  while (at && at.depth > depth) at = at.parent;
  return at;
}

/** What both have in common; undefined when they hang from different roots. */
export function commonOf(a: SentNode, b: SentNode): SentNode | undefined {
  const depth = Math.min(a.depth, b.depth);
  let [left, right] = [ancestorAt(a, depth), ancestorAt(b, depth)];
  while (left !== right) [left, right] = [left?.parent, right?.parent];
  return left;
}
