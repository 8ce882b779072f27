import type { ToolCallBlock } from '../../shared/messages.ts';
import type { ToolSchema } from './provider.ts';
import { type SentAssistant, type SentMessage, sentOf } from './sent-history.ts';
import { dataUrl, type Pictures, type SentPicture, sentPictures } from './sent-pictures.ts';
import { WireHistory } from './wire-history.ts';

interface WireCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The fields in which servers take earlier reasoning back. */
export type EchoField = 'reasoning_content' | 'reasoning';

type WirePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export type WireMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | WirePart[] }
  | ({ readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: WireCall[] } & {
      readonly [field in EchoField]?: string;
    })
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface WireTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Record<string, unknown> };
}

export interface ChatHistoryOptions {
  /** The asked model as `provider/model-id`. */
  readonly model: string;
  /** Set: earlier reasoning of this model is sent back in that field. */
  readonly echo?: EchoField | undefined;
}

/** Conversations as Chat Completions takes them. Messages that only grow give JSON that only grows, byte for byte. */
export function chatHistory({ model, echo }: ChatHistoryOptions): WireHistory<WireMessage> {
  return new WireHistory((part, pictures) => {
    const sent = sentOf(part, model);
    return [...sent.flatMap((message) => wireMessage(message, pictures, echo)), ...resultPictures(sent, pictures)];
  });
}

export function systemMessage(system: string): WireMessage[] {
  return system === '' ? [] : [{ role: 'system', content: system }];
}

function wireMessage(message: SentMessage, pictures: Pictures, echo: EchoField | undefined): WireMessage[] {
  switch (message.role) {
    case 'user':
      return [userMessage(message.text, sentPictures(message, pictures))];
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.callId, content: message.text }];
    case 'assistant':
      return assistantMessage(message, echo);
  }
}

function userMessage(text: string, pictures: readonly SentPicture[]): WireMessage {
  if (pictures.length === 0) return { role: 'user', content: text };
  const shown = pictures.map((picture): WirePart => ({ type: 'image_url', image_url: { url: dataUrl(picture) } }));
  return { role: 'user', content: text === '' ? shown : [{ type: 'text', text }, ...shown] };
}

/** A result holds text only here, and nothing may stand between results: their pictures follow the last one of a round. */
function resultPictures(sent: readonly SentMessage[], pictures: Pictures): WireMessage[] {
  const shown = sent.flatMap((message) => (message.role === 'tool' ? sentPictures(message, pictures) : []));
  if (shown.length === 0) return [];
  return [userMessage(`[Pictures of the results above: ${shown.map(({ name }) => name).join(', ')}]`, shown)];
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
