import type { OpenAI } from 'openai';
import type { ToolSchema } from './provider.ts';
import { type SentAssistant, type SentMessage, sentOf } from './sent-history.ts';
import { dataUrl, type Pictures, type SentPicture, sentPictures } from './sent-pictures.ts';
import { WireHistory } from './wire-history.ts';

type Item = OpenAI.Responses.ResponseInputItem;

/** Tools in the order given; the caller sorts and freezes them. */
export function responsesTools(tools: readonly ToolSchema[]): OpenAI.Responses.FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters, strict: false }));
}

/**
 * Conversations as the Responses API takes them; `model` is the asked one, as `provider/model-id`.
 *
 * Messages that only grow give JSON that only grows, byte for byte. Reasoning goes back encrypted, as it came; the API refuses it as the last
 * thing of an answer, so there it is left out.
 */
export function responsesHistory(model: string): WireHistory<Item> {
  return new WireHistory((part, pictures) => sentOf(part, model).flatMap((message) => itemsOf(message, pictures)));
}

function itemsOf(message: SentMessage, pictures: Pictures): Item[] {
  switch (message.role) {
    case 'user': {
      const content = parts(message.text, sentPictures(message, pictures));
      return content.length === 0 ? [] : [{ type: 'message', role: 'user', content }];
    }
    case 'tool': {
      const shown = sentPictures(message, pictures);
      const output = shown.length === 0 ? message.text : parts(message.text, shown);
      return [{ type: 'function_call_output', call_id: message.callId, output }];
    }
    case 'assistant':
      return answerItems(message);
  }
}

function parts(
  text: string,
  pictures: readonly SentPicture[],
): (OpenAI.Responses.ResponseInputText | OpenAI.Responses.ResponseInputImage)[] {
  const shown = pictures.map((picture) => ({ type: 'input_image' as const, detail: 'auto' as const, image_url: dataUrl(picture) }));
  return text === '' ? shown : [{ type: 'input_text', text }, ...shown];
}

function answerItems({ blocks }: SentAssistant): Item[] {
  const items = blocks.flatMap((block, index) => answerItem(block, blocks[index - 1]));
  const end = items.findLastIndex((item) => item.type !== 'reasoning');
  return items.slice(0, end + 1);
}

function answerItem(block: SentAssistant['blocks'][number], before: SentAssistant['blocks'][number] | undefined): Item[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'message', role: 'assistant', content: block.text, ...phaseOf(before) }];
    case 'tool_call':
      return [{ type: 'function_call', call_id: block.id, name: block.name, arguments: block.arguments }];
    case 'hidden':
      return block.item.type === 'reasoning' ? [block.item as unknown as OpenAI.Responses.ResponseReasoningItem] : [];
    case 'thinking':
      return [];
  }
}

/** What the model said its text was, for example a comment on the way; newer models want to see it again. */
function phaseOf(block: SentAssistant['blocks'][number] | undefined): Pick<OpenAI.Responses.EasyInputMessage, 'phase'> {
  if (block?.type !== 'hidden' || block.item.type !== 'phase') return {};
  return { phase: block.item.phase as 'commentary' | 'final_answer' };
}
