import type { Anthropic } from '@anthropic-ai/sdk';
import type { ToolCallBlock, ToolMessage } from '../../shared/messages.ts';
import type { ToolSchema } from './provider.ts';
import { type SentAssistant, type SentMessage, sentOf } from './sent-history.ts';
import { type Pictures, type SentPicture, sentPictures } from './sent-pictures.ts';
import { WireHistory } from './wire-history.ts';
import { parseObject } from './wire-json.ts';

export interface WireTurn {
  readonly role: 'user' | 'assistant';
  readonly content: Anthropic.ContentBlockParam[];
}

export function messagesSystem(system: string): Anthropic.TextBlockParam[] {
  return system === '' ? [] : [{ type: 'text', text: system }];
}

/** Tools in the order given; the caller sorts and freezes them. */
export function messagesTools(tools: readonly ToolSchema[]): Anthropic.Tool[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, input_schema: { type: 'object', ...parameters } }));
}

/**
 * Conversations as the Messages API takes them; `model` is the asked one, as `provider/model-id`.
 *
 * Messages that only grow give JSON that only grows, byte for byte: results of one round share a message, as the API demands, and everything
 * else has its own. Left out is what the API refuses: blank text, thinking without a signature, and thinking at the end of an answer.
 */
export function messagesHistory(model: string): WireHistory<WireTurn> {
  return new WireHistory((part, pictures) => {
    const sent = sentOf(part, model);
    const contentBy = (isResult: boolean) =>
      sent.filter(({ role }) => (role === 'tool') === isResult).flatMap((message) => contentOf(message, pictures));
    return [...turnOf(part[0]?.role === 'assistant' ? 'assistant' : 'user', contentBy(false)), ...turnOf('user', contentBy(true))];
  });
}

function turnOf(role: WireTurn['role'], content: Anthropic.ContentBlockParam[]): readonly WireTurn[] {
  return content.length === 0 ? [] : [{ role, content }];
}

function contentOf(message: SentMessage, pictures: Pictures): Anthropic.ContentBlockParam[] {
  switch (message.role) {
    case 'user':
      return [...sentPictures(message, pictures).map(pictureBlock), ...textBlocks(message.text)];
    case 'tool':
      return [toolResult(message, sentPictures(message, pictures))];
    case 'assistant':
      return withoutLastThinking(message.blocks.flatMap(assistantBlock));
  }
}

export function textBlocks(text: string): Anthropic.TextBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

export function pictureBlock({ mime, data }: SentPicture): Anthropic.ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: mime, data } };
}

function toolResult({ callId, text, isError }: ToolMessage, pictures: readonly SentPicture[]): Anthropic.ToolResultBlockParam {
  const content = pictures.length === 0 ? text : [...textBlocks(text), ...pictures.map(pictureBlock)];
  const isBlank = typeof content === 'string' && content.trim() === '';
  return {
    type: 'tool_result',
    tool_use_id: wireId(callId),
    ...(isBlank ? {} : { content }),
    ...(isError ? { is_error: true } : {}),
  };
}

function assistantBlock(block: SentAssistant['blocks'][number]): Anthropic.ContentBlockParam[] {
  switch (block.type) {
    case 'text':
      return textBlocks(block.text);
    case 'thinking':
      return block.signature === undefined ? [] : [{ type: 'thinking', thinking: block.text, signature: block.signature }];
    case 'tool_call':
      return [{ type: 'tool_use', id: wireId(block.id), name: block.name, input: inputOf(block) }];
    case 'hidden':
      return THINKING.has(String(block.item.type)) ? [block.item as unknown as Anthropic.ContentBlockParam] : [];
  }
}

const THINKING: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking']);

function withoutLastThinking(blocks: Anthropic.ContentBlockParam[]): Anthropic.ContentBlockParam[] {
  const end = blocks.findLastIndex((block) => !THINKING.has(block.type));
  return blocks.slice(0, end + 1);
}

/** The API takes an object only. Arguments that are none go back as the text they were, so that the model sees its mistake. */
function inputOf({ arguments: text }: ToolCallBlock): Readonly<Record<string, unknown>> {
  return text.trim() === '' ? {} : (parseObject(text) ?? { arguments: text });
}

/** Ids of other providers hold characters that this API refuses. */
function wireId(id: string): string {
  return id.replace(/[^\w-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
