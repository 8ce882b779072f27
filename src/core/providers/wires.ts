import type { ProviderType } from '../config/provider-types.ts';
import { createChatModel } from './chat-completions.ts';
import type { Wire } from './model-spec.ts';

/** One line per protocol; the provider types that speak it are in `config/provider-types.ts`. */
export const WIRES: Readonly<Record<ProviderType['wire'], Wire>> = {
  chat_completions: createChatModel,
};
