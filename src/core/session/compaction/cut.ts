import type { CompactionStage } from '../../../shared/compaction-events.ts';
import type { MessageId } from '../../../shared/ids.ts';
import { isPersons, type Message } from '../../../shared/messages.ts';

/** What a conversation would be divided into. */
export interface Cut {
  /** Index of the first message that stays with all that follow. Never a tool result, so no call is parted from its result. Behind the last one when none stays. */
  readonly from: number;
  readonly first: MessageId | undefined;
  /** Pinned messages before it that stay too, and a prompt that is still worked on. */
  readonly kept: readonly MessageId[];
  readonly dropped: { readonly prompts: number; readonly answers: number; readonly results: number };
}

export interface CutOptions {
  readonly stage: CompactionStage;
  readonly isPinned: (message: Message) => boolean;
  /** The summary of an earlier compaction, which the next one replaces. */
  readonly summary: Message | undefined;
  /** Whether what stays from this index on leaves room enough. */
  readonly hasRoom: (from: number) => boolean;
}

/** Rounds that stay word for word. */
const ROUNDS: Readonly<Record<CompactionStage, number>> = { normal: 3, emergency: 1 };

/**
 * Where to cut, or undefined when nothing would be left to summarise.
 *
 * The newest rounds stay, each with the prompt before it. In the normal stage what stays reaches back to the latest message a person wrote, if
 * that leaves room: a round is a request and its calls, so one long turn can hold many.
 */
export function cutConversation(messages: readonly Message[], options: CutOptions): Cut | undefined {
  const { stage, summary, hasRoom } = options;
  const start = summary === undefined ? 0 : 1;
  const rounds = startOfRounds(messages, ROUNDS[stage], start);
  const anchor = messages.findLastIndex((message) => message.role === 'user' && isPersons(message.origin) && message !== summary);
  const reaches = stage === 'normal' && anchor >= start && anchor < rounds && hasRoom(anchor);
  return (reaches ? describe(messages, anchor, options) : undefined) ?? describe(messages, rounds, options);
}

/**
 * Where to cut when the newest round is too large to stay: before the prompts that nothing answers, then before the latest of them, so that
 * prompts that failed do not add up. Where the conversation ends with an answer nothing of it stays; where it ends with results, the latest prompt, which
 * is still worked on.
 */
export function cutLast(messages: readonly Message[], options: Pick<CutOptions, 'isPinned' | 'summary'>): readonly Cut[] {
  const unanswered = messages.findLastIndex((message) => message.role !== 'user' || message === options.summary) + 1;
  const latest = messages.findLastIndex((message) => message.role === 'user' && isPersons(message.origin) && message !== options.summary);
  if (unanswered === messages.length) {
    const prompt = messages.at(-1)?.role === 'tool' ? messages[latest] : undefined;
    const isPinned = (message: Message) => message === prompt || options.isPinned(message);
    return [describe(messages, messages.length, { ...options, isPinned })].flatMap((cut) => cut ?? []);
  }
  const starts = latest > unanswered ? [unanswered, latest] : [unanswered];
  return starts.flatMap((from) => describe(messages, from, options) ?? []);
}

function startOfRounds(messages: readonly Message[], wanted: number, start: number): number {
  let rounds = 0;
  let from = messages.length;
  while (from > start && rounds < wanted) {
    from -= 1;
    if (messages[from]?.role === 'assistant') rounds += 1;
  }
  while (from > start && messages[from - 1]?.role === 'user') from -= 1;
  return from;
}

function describe(
  messages: readonly Message[],
  from: number,
  { isPinned, summary }: Pick<CutOptions, 'isPinned' | 'summary'>,
): Cut | undefined {
  const first = messages[from];
  if (first?.role === 'tool') return undefined;
  const kept: MessageId[] = [];
  const dropped = { prompts: 0, answers: 0, results: 0 };
  let keeps = false;
  for (const message of messages.slice(0, from)) {
    if (message.role !== 'tool') keeps = isPinned(message);
    if (message.role !== 'tool' && keeps) kept.push(message.id);
    if (!keeps && message !== summary) dropped[COUNTED[message.role]] += 1;
  }
  return dropped.prompts + dropped.answers + dropped.results === 0 ? undefined : { from, first: first?.id, kept, dropped };
}

const COUNTED = { user: 'prompts', assistant: 'answers', tool: 'results' } as const satisfies Record<Message['role'], string>;
