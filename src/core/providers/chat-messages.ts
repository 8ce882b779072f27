import type { Message, ToolCallBlock } from '../../shared/messages.ts';
import type { ToolSchema } from './provider.ts';
import { type SentAssistant, type SentMessage, sentHistory } from './sent-history.ts';

interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The fields in which servers take earlier reasoning back. */
export type EchoField = 'reasoning_content' | 'reasoning';

export type WireMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | ({ readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: WireCall[] } & {
      readonly [field in EchoField]?: string;
    })
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface WireTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Record<string, unknown> };
}

export interface ChatHistoryOptions {
  readonly system: string;
  /** The asked model as `provider/model-id`. */
  readonly model: string;
  /** Set: earlier reasoning of this model is sent back in that field. */
  readonly echo?: EchoField | undefined;
}

/** The conversation as Chat Completions takes it. Messages that only grow give JSON that only grows, byte for byte. */
export function wireMessages(messages: readonly Message[], { system, model, echo }: ChatHistoryOptions): WireMessage[] {
  const history = sentHistory(messages, model).flatMap((message) => wireMessage(message, echo));
  return system === '' ? history : [{ role: 'system', content: system }, ...history];
}

function wireMessage(message: SentMessage, echo: EchoField | undefined): WireMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.callId, content: message.text }];
    case 'assistant':
      return assistantMessage(message, echo);
  }
}

/** Tools in the order given; the caller sorts and freezes them. */
export function wireTools(tools: readonly ToolSchema[]): WireTool[] {
  return tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));
}

/** Empty for an answer without text and calls: there is nothing in it that can be sent back. */
function assistantMessage({ blocks }: SentAssistant, echo: EchoField | undefined): WireMessage[] {
  const calls = blocks.filter((block): block is ToolCallBlock => block.type === 'tool_call');
  const text = textOfType(blocks, 'text');
  const thinking = echo === undefined ? '' : textOfType(blocks, 'thinking');
  const reasoning = echo === undefined || thinking === '' ? {} : { [echo]: thinking };
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text, ...reasoning }];
  const tool_calls = calls.map(
    (call): WireCall => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }),
  );
  return [{ role: 'assistant', content: text === '' ? null : text, ...reasoning, tool_calls }];
}

function textOfType(blocks: SentAssistant['blocks'], type: 'text' | 'thinking'): string {
  return blocks.map((block) => (block.type === type ? block.text : '')).join('');
}
