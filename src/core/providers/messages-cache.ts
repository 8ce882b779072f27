import type { Anthropic } from '@anthropic-ai/sdk';
import type { WireTurn } from './messages-input.ts';

export interface Cacheable {
  readonly system: Anthropic.TextBlockParam[];
  readonly tools: Anthropic.Tool[];
  readonly messages: WireTurn[];
}

/** Without `ttl` what is marked is kept for five minutes. */
type Mark = { readonly cache_control: Anthropic.CacheControlEphemeral };

/**
 * The same content with the marks up to which the API keeps its cache, at most three of the four it allows:
 *
 * 1. the end of what never changes: the last system block, or the last tool when there is no system text;
 * 2. the end of the conversation, which the next request reads;
 * 3. the end of the user message before the model's last answer. That is where the request before ended, also when several user messages
 *    follow the answer, so its entry is found however much this request adds.
 *
 * Marks are no part of what is cached. They move, so a request extends the one before byte for byte only with the marks taken out.
 */
export function markForCache({ system, tools, messages }: Cacheable, ttl?: '1h'): Cacheable {
  const mark: Mark = { cache_control: { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) } };
  const answer = messages.findLastIndex((turn) => turn.role === 'assistant');
  const before = messages.slice(0, Math.max(0, answer)).findLastIndex((turn) => turn.role === 'user');
  const ends = new Set([messages.length - 1, before]);
  return {
    system: markLast(system, mark),
    tools: system.length > 0 ? tools : markLast(tools, mark),
    messages: messages.map((turn, index) => (ends.has(index) ? { role: turn.role, content: markLast(turn.content, mark) } : turn)),
  };
}

function markLast<T extends object>(blocks: readonly T[], mark: Mark): T[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...mark } : block));
}
