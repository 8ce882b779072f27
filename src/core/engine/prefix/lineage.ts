import type { Stamped } from '../../../shared/events.ts';
import type { MessagePrint } from '../../providers/sent/fingerprint.ts';
import type { EndedLine, RequestLine } from '../../store/request-lines.ts';
import { type Lane, type Replayed, replayRequests } from './replay-requests.ts';
import { childOf, type SentAttempt, type SentContent, type SentNode, SentTree } from './sent-tree.ts';

/** What the record of one session holds. */
export interface RecordedRequests {
  readonly lines: readonly RequestLine[];
  readonly inherited: boolean;
  /** What was sent later, in milliseconds since the epoch, does not belong here. */
  readonly until?: number | undefined;
}

/** Everything that was sent in a session and in those it came from. */
export interface Lineage {
  /** By number, from 1. */
  readonly attempts: readonly SentAttempt[];
  /** For each that has one: the attempt it is to be compared with. */
  readonly before: ReadonlyMap<SentAttempt, SentAttempt>;
  /** By hash of a part: the blob that holds its text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What the record of a session says, with what happened in it. */
export interface RecordedSession {
  readonly lineage: Lineage;
  readonly events: readonly Stamped[];
  readonly unreadable: number;
}

/** `records`: the oldest session first. `events`: those of the newest, which say when the conversation went another way. */
export function lineageOf(records: readonly RecordedRequests[], events: readonly Stamped[] = []): Lineage {
  const builder = new LineageBuilder(events);
  for (const record of records) builder.add(record);
  return builder;
}

/** The messages of the last request to one model, each with all before it. */
interface Path {
  readonly root: SentNode;
  readonly nodes: SentNode[];
}

class LineageBuilder implements Lineage {
  readonly attempts: SentAttempt[] = [];
  readonly before = new Map<SentAttempt, SentAttempt>();
  readonly texts = new Map<string, string>();
  readonly #trees = new Map<string, SentTree>();
  readonly #turnings: readonly Stamped[];

  constructor(events: readonly Stamped[]) {
    this.#turnings = events.filter(({ event }) => event.type === 'session.rewind' || event.type === 'session.redo');
  }

  add({ lines, inherited, until = Number.POSITIVE_INFINITY }: RecordedRequests): void {
    const ends = new Map(lines.flatMap((line): [number, EndedLine][] => ('ended' in line ? [[line.ended, line]] : [])));
    const paths = new Map<string, Path>();
    for (const replayed of replayRequests(lines)) {
      if (replayed.line.time > until) continue;
      this.#take(replayed, { inherited, ended: ends.get(replayed.line.sent), paths });
    }
  }

  #take({ line, lane }: Replayed, about: Pick<SentAttempt, 'inherited' | 'ended'> & { readonly paths: Map<string, Path> }): void {
    const { paths, ...rest } = about;
    const tree = this.#trees.get(line.model) ?? new SentTree();
    this.#trees.set(line.model, tree);
    const content = lane && contentOf(lane, line, { tree, paths });
    if (!content) paths.delete(line.model);
    const attempt: SentAttempt = { number: this.attempts.length + 1, line, content, ...rest };
    const before = content && this.#before(attempt, content.end, tree);
    if (before) this.before.set(attempt, before);
    this.attempts.push(attempt);
    tree.add(attempt);
    for (const { hash, blob } of line.texts ?? []) this.texts.set(hash, blob);
  }

  /** Of a conversation that went another way, what was hidden or left behind is nothing to go on from. */
  #before(attempt: SentAttempt, end: SentNode, tree: SentTree): SentAttempt | undefined {
    const before = tree.before(end);
    const turned = before && (before.inherited !== attempt.inherited || this.#turnedBetween(before.line.time, attempt.line.time));
    return turned ? (tree.extended(end) ?? before) : before;
  }

  #turnedBetween(from: number, to: number): boolean {
    return this.#turnings.some(({ time }) => time >= from && time <= to);
  }
}

function contentOf(
  { head, params, messages }: Lane,
  { model, kept }: Replayed['line'],
  { tree, paths }: { readonly tree: SentTree; readonly paths: Map<string, Path> },
): SentContent {
  const root = tree.root(head, params);
  const last = paths.get(model);
  const nodes = last?.root === root ? last.nodes : [];
  nodes.length = Math.min(nodes.length, kept);
  extend(root, nodes, messages);
  paths.set(model, { root, nodes });
  return { head, params, end: nodes.at(-1) ?? root };
}

function extend(root: SentNode, nodes: SentNode[], messages: readonly MessagePrint[]): void {
  for (const print of messages.slice(nodes.length)) nodes.push(childOf(nodes.at(-1) ?? root, print));
}
