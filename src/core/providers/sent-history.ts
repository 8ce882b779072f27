import type { AssistantBlock, AssistantMessage, Message, ToolMessage, UserMessage } from '../../shared/messages.ts';
import { type HiddenBlock, withHidden } from './replay.ts';

export interface SentAssistant {
  readonly role: 'assistant';
  readonly blocks: readonly (AssistantBlock | HiddenBlock)[];
}

export type SentMessage = UserMessage | SentAssistant | ToolMessage;

/** A message with the results right after it. Results that nothing stands before are a part of their own. */
export type HistoryPart = readonly Message[];

/**
 * What of a part can be sent.
 *
 * Calls without a result (an answer that was cut off) and results without a call are left out, because servers refuse a history that holds them.
 * `model` is the asked one, as `provider/model-id`: thinking and hidden parts of another are left out.
 */
export function sentOf([first, ...after]: HistoryPart, model: string): readonly SentMessage[] {
  if (first?.role === 'user') return [first];
  if (first?.role !== 'assistant') return [];
  const results = after.filter((message) => message.role === 'tool');
  const answered = new Set<string>(results.map(({ callId }) => callId));
  const own = first.model === model;
  const blocks = withHidden(first).filter((block) => isSent(block, answered, own));
  const open = new Set<string>(blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])));
  return [{ role: 'assistant', blocks }, ...results.filter(({ callId }) => open.delete(callId))];
}

function isSent(block: AssistantMessage['blocks'][number] | HiddenBlock, answered: ReadonlySet<string>, own: boolean): boolean {
  switch (block.type) {
    case 'text':
      return true;
    case 'tool_call':
      return answered.has(block.id);
    case 'thinking':
    case 'hidden':
      return own;
  }
}
