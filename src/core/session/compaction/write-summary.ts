import type { MessageId } from '../../../shared/ids.ts';
import type { Message, UserMessage } from '../../../shared/messages.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { StreamEnd } from '../../providers/provider.ts';
import { outgoing } from '../../turn/outgoing.ts';
import type { RequestBase } from '../request-base.ts';

export interface SummaryRequest {
  readonly base: RequestBase;
  readonly messages: readonly Message[];
  readonly instruction: string;
  readonly signal: AbortSignal;
  /** A failed attempt, in words, before the next one. */
  readonly retrying: (reason: string) => void;
  /** Each request that was made. */
  readonly spent: (request: Pick<StreamEnd, 'usage' | 'bill'>) => void;
}

/** `text` is empty when the model had nothing to say. `problem` says that it could not be asked; `cancelled` that the person stopped it. */
export interface WrittenSummary {
  readonly text: string;
  readonly problem?: Problem;
  readonly cancelled?: boolean;
  /** Who wrote it, when that was not the session's own model. */
  readonly writer?: string;
}

export function instructionMessage(text: string): UserMessage {
  return { role: 'user', id: 'compaction' as MessageId, origin: 'notice', text };
}

/**
 * Asks the model for the summary with a request that begins like every other one of the session, byte for byte, so that the provider's cache holds:
 * the instruction is one message more. Calls the model may answer with are not run.
 */
export async function writeSummary({ base, messages, instruction, signal, retrying, spent }: SummaryRequest): Promise<WrittenSummary> {
  const { model, system, preface, tools, cacheKey } = base;
  const asked = outgoing(preface, [...messages, instructionMessage(instruction)]);
  let end: StreamEnd | undefined;
  for await (const event of model.stream({ system, messages: asked, tools: tools.schemas, cacheKey, signal, purpose: 'compaction' })) {
    if (event.type === 'retry') retrying(event.reason);
    if (event.type === 'retry' || event.type === 'end') spent(event);
    if (event.type === 'end') end = event;
  }
  if (!end) throw new Error('the model stream ended without its last event');
  if (end.stop === 'cancelled') return { text: '', cancelled: true };
  if (end.problem) return { text: '', problem: end.problem };
  const text = end.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  return { text: text.trim() };
}
