import type { AssistantMessage, Message, ToolCallBlock } from '../../shared/messages.ts';
import type { ToolSchema } from './provider.ts';

interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type WireMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: WireCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface WireTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Record<string, unknown> };
}

/**
 * The conversation as Chat Completions takes it.
 *
 * Deterministic and append-only: messages that only grow give JSON that only grows, byte for byte. Calls without a result (an answer that
 * was cut off) and results without a call are left out, because servers refuse a history that holds them.
 */
export function wireMessages(system: string, messages: readonly Message[]): WireMessage[] {
  const wire: WireMessage[] = system === '' ? [] : [{ role: 'system', content: system }];
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.delete(message.callId)) wire.push({ role: 'tool', tool_call_id: message.callId, content: message.text });
    } else if (message.role === 'user') {
      wire.push({ role: 'user', content: message.text });
    } else {
      const calls = answeredCalls(message, messages, index + 1);
      open = new Set(calls.map((call) => call.id));
      wire.push(...assistantMessage(message, calls));
    }
  }
  return wire;
}

/** Tools in the order given; the caller sorts and freezes them. */
export function wireTools(tools: readonly ToolSchema[]): WireTool[] {
  return tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));
}

function answeredCalls({ blocks }: AssistantMessage, messages: readonly Message[], from: number): ToolCallBlock[] {
  const answered = new Set<string>();
  for (let index = from; messages[index]?.role === 'tool'; index += 1) {
    const result = messages[index];
    if (result?.role === 'tool') answered.add(result.callId);
  }
  return blocks.filter((block) => block.type === 'tool_call' && answered.has(block.id)) as ToolCallBlock[];
}

/** Empty for an answer without text and calls: there is nothing in it that can be sent back. */
function assistantMessage({ blocks }: AssistantMessage, calls: readonly ToolCallBlock[]): WireMessage[] {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }];
  const tool_calls = calls.map(
    (call): WireCall => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }),
  );
  return [{ role: 'assistant', content: text === '' ? null : text, tool_calls }];
}
