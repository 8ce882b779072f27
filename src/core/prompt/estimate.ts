import { type Picture, picturesOf } from '../../shared/attachments.ts';
import type { AssistantBlock, Message } from '../../shared/messages.ts';
import { onceEach } from '../lib/once-each.ts';
import { sentText } from './attached-text.ts';
import { estimateText } from './estimate-text.ts';

/** What a request consists of beside its text, in tokens. */
const PER_REQUEST = 8;
const PER_MESSAGE = 4;
const PER_CALL = 6;
const PER_TOOL = 6;
const PER_PICTURE = 85;
const PIXELS_PER_TOKEN = 750;

interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What of a request takes tokens. */
export interface RequestParts {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
}

/** Counts tokens before anything is sent. Remembers what it counted, so that a request costs only what is new in it. */
export interface Estimator {
  text(text: string): number;
  message(message: Message): number;
  messages(messages: readonly Message[]): number;
  system(text: string): number;
  tools(tools: readonly ToolSchema[]): number;
  /** The whole prompt: system, tools and messages. Uncalibrated. */
  request(parts: RequestParts): number;
}

/** Messages and schemas are taken to be never changed. */
export function createEstimator(): Estimator {
  const message = onceEach(countMessage);
  const tool = onceEach(countTool);
  let system = { text: '', tokens: 0 };
  const estimator: Estimator = {
    text: estimateText,
    message,
    messages: (messages) => messages.reduce((sum, one) => sum + message(one), 0),
    system: (text) => {
      if (system.text !== text) system = { text, tokens: estimateText(text) + PER_MESSAGE };
      return system.tokens;
    },
    tools: (tools) => tools.reduce((sum, one) => sum + tool(one), 0),
    request: ({ system: text, messages, tools }) =>
      PER_REQUEST + estimator.system(text) + estimator.tools(tools) + estimator.messages(messages),
  };
  return estimator;
}

function countMessage(message: Message): number {
  switch (message.role) {
    case 'user':
      return PER_MESSAGE + estimateText(sentText(message)) + countPictures(picturesOf(message.attachments));
    case 'tool':
      return PER_MESSAGE + estimateText(message.text) + countPictures(message.pictures);
    case 'assistant':
      return message.blocks.reduce((sum, block) => sum + countBlock(block), PER_MESSAGE);
  }
}

function countPictures(pictures: readonly Picture[] = []): number {
  return pictures.reduce((sum, { width, height }) => sum + PER_PICTURE + Math.ceil((width * height) / PIXELS_PER_TOKEN), 0);
}

function countBlock(block: AssistantBlock): number {
  return block.type === 'tool_call' ? PER_CALL + estimateText(block.name) + estimateText(block.arguments) : estimateText(block.text);
}

function countTool({ name, description, parameters }: ToolSchema): number {
  return PER_TOOL + estimateText(name) + estimateText(description) + estimateText(JSON.stringify(parameters));
}

/** Outside these a report is no measure of the same prompt, such as one of a proxy that counts something else. */
const LEAST_RATIO = 0.25;
const MOST_RATIO = 4;

/** What an estimate has to be multiplied with, given what a provider reported for a prompt that was estimated. */
export function calibrate(reported: number, estimated: number): number {
  if (reported <= 0 || estimated <= 0) return 1;
  return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, reported / estimated));
}
