import type { WireName } from '../config/provider-types.ts';
import { createMessagesModel } from './anthropic-messages.ts';
import { createChatModel } from './chat-completions.ts';
import { createClaudeModel } from './claude-cli/claude-cli.ts';
import type { Wire } from './model-spec.ts';
import { createResponsesModel } from './openai-responses.ts';

/** One line per API; the provider types that speak it are in `config/provider-types.ts`. */
export const WIRES: Readonly<Record<WireName, Wire>> = {
  chat_completions: createChatModel,
  messages: createMessagesModel,
  responses: createResponsesModel,
  claude_cli: createClaudeModel,
};
