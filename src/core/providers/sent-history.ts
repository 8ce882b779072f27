import type { AssistantBlock, AssistantMessage, Message, ToolMessage, UserMessage } from '../../shared/messages.ts';
import { type HiddenBlock, withHidden } from './replay.ts';

export interface SentAssistant {
  readonly role: 'assistant';
  readonly blocks: readonly (AssistantBlock | HiddenBlock)[];
}

export type SentMessage = UserMessage | SentAssistant | ToolMessage;

/**
 * What of a conversation can be sent.
 *
 * Append-only as the conversation is. Calls without a result (an answer that was cut off) and results without a call are left out, because
 * servers refuse a history that holds them. `model` is the asked one, as `provider/model-id`: thinking and hidden parts of another are left out.
 */
export function sentHistory(messages: readonly Message[], model: string): SentMessage[] {
  const sent: SentMessage[] = [];
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.callId)) sent.push(message);
    } else if (message.role === 'user') {
      sent.push(message);
    } else {
      const answered = answeredIds(messages, index + 1);
      const own = message.model === model;
      const blocks = withHidden(message).filter((block) => isSent(block, answered, own));
      open = new Set(blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])));
      sent.push({ role: 'assistant', blocks });
    }
  }
  return sent;
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

function answeredIds(messages: readonly Message[], from: number): Set<string> {
  const answered = new Set<string>();
  for (let index = from; messages[index]?.role === 'tool'; index += 1) {
    const result = messages[index];
    if (result?.role === 'tool') answered.add(result.callId);
  }
  return answered;
}
