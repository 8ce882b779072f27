import type { Stamped } from '../../../shared/events.ts';
import type { PrefixCause, PrefixComparison, PrefixPlace } from '../../../shared/prefix.ts';
import { type Print, samePrint } from '../../providers/sent/fingerprint.ts';
import { lossOf, UNREAD } from './loss.ts';
import { paramsCause } from './sent-params.ts';
import { ancestorAt, commonOf, type SentAttempt, type SentContent, type SentNode } from './sent-tree.ts';

/** Where two requests part. */
export interface Parting {
  readonly place: PrefixPlace;
  /** Of the part, in each of them. */
  readonly was: Print;
  readonly is: Print;
  /** Bytes of text that both have before it. */
  readonly weight: number;
}

/** What there is to say about two attempts; `events` are those of the session, in order. */
export function compareAttempts(a: SentAttempt, b: SentAttempt, events: readonly Stamped[]): PrefixComparison {
  if (!a.content || !b.content) return { cause: { kind: 'unreadable' }, loss: { state: 'none' } };
  const parting = partingOf(a, b);
  const place = parting ? { place: parting.place } : {};
  if (a.line.model !== b.line.model) return { ...place, cause: { kind: 'other_model' }, loss: { state: 'none' } };
  const loss = lossOf(a, b, parting?.weight);
  if (parting) return { ...place, cause: causeOf(a, b, { parting, events }), loss };
  return { cause: loss.state === 'known' && loss.unread >= UNREAD ? unreadCause(a, b) : { kind: 'extends' }, loss };
}

function unreadCause(a: SentAttempt, b: SentAttempt): PrefixCause {
  const idle = b.line.time - (a.ended?.time ?? a.line.time);
  return idle > a.line.keeps ? { kind: 'expired', idle, keeps: a.line.keeps } : { kind: 'not_read' };
}

/** Undefined when the later one holds all of the earlier one, or the other way round. */
export function partingOf(a: SentAttempt, b: SentAttempt): Parting | undefined {
  if (!a.content || !b.content) return undefined;
  const [was, is] = [a.content, b.content];
  const other = a.line.model !== b.line.model;
  if (other || paramsCause(was.params, is.params)) return headParting('params', was, is, 0);
  if (!samePrint(was.head.tools, is.head.tools)) return headParting('tools', was, is, 0);
  if (!samePrint(was.head.system, is.head.system)) return headParting('system', was, is, was.head.tools.bytes);
  const common = commonOf(was.end, is.end);
  if (!common || common === was.end || common === is.end) return undefined;
  return messageParting(common, was.end, is.end);
}

function headParting(part: 'params' | 'tools' | 'system', was: SentContent, is: SentContent, weight: number): Parting {
  return { place: { part }, was: was.head[part], is: is.head[part], weight };
}

function messageParting(common: SentNode, a: SentNode, b: SentNode): Parting | undefined {
  const was = ancestorAt(a, common.depth + 1)?.print;
  const is = ancestorAt(b, common.depth + 1)?.print;
  return was && is && { place: { part: 'message', message: common.depth + 1, role: is.role }, was, is, weight: common.weight };
}

interface Circumstances {
  readonly parting: Parting;
  readonly events: readonly Stamped[];
}

function causeOf(a: SentAttempt, b: SentAttempt, { parting, events }: Circumstances): PrefixCause {
  const reopened = a.line.run !== b.line.run;
  const { place, was, is } = parting;
  if (place.part === 'params') return paramsCause(a.content?.params ?? '{}', b.content?.params ?? '{}') ?? { kind: 'message' };
  if (place.part !== 'message') return { kind: place.part, reopened };
  const said = changeBetween(events, a.line.time, b.line.time);
  if (said) return { kind: said };
  if (reopened && a.content && place.message <= leadingOf(a.content.end)) return { kind: 'context', reopened };
  if (was.weight !== undefined && is.weight === undefined) return { kind: 'picture' };
  return { kind: 'message' };
}

/** How many messages stand before the first answer. */
function leadingOf(end: SentNode): number {
  let first = end.depth + 1;
  for (let node: SentNode | undefined = end; node?.print; node = node.parent) if (node.print.role !== 'user') first = node.depth;
  return first - 1;
}

/** The last thing a person or the session did in that time that changes what is already in the conversation. */
function changeBetween(events: readonly Stamped[], from: number, to: number): Change | undefined {
  const change = events.findLast(({ time, event }) => time >= from && time <= to && CHANGES[event.type] !== undefined);
  return change && CHANGES[change.event.type];
}

type Change = 'compaction' | 'compaction_undo' | 'picture' | 'rewind' | 'redo';

const CHANGES: Readonly<Partial<Record<Stamped['event']['type'], Change>>> = {
  'compaction.end': 'compaction',
  'compaction.undo': 'compaction_undo',
  'pictures.omit': 'picture',
  'session.rewind': 'rewind',
  'session.redo': 'redo',
};
