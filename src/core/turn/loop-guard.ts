import { isPersons, type Message, type ToolCallBlock, toolCalls } from '../../shared/messages.ts';

/** Failures in a row after which somebody is told, and again after as many more. */
const LIMIT = 3;

/** A call that keeps failing with the same arguments. */
export interface StuckCall {
  readonly call: ToolCallBlock;
  /** How often in a row, without a word from the person in between. */
  readonly count: number;
  /** What the model was told the last time. */
  readonly text: string;
}

interface Outcome {
  readonly call: ToolCallBlock;
  readonly failed: boolean;
  readonly text: string;
}

/** To be asked when a round's results are in. A call is the same with the same tool and arguments; white space between them does not count. */
export function stuckCall(conversation: readonly Message[]): StuckCall | undefined {
  const outcomes = outcomesSince(conversation, lastWordOfPerson(conversation));
  const last = outcomes.at(-1);
  if (!last?.failed) return undefined;
  const key = callKey(last.call);
  const other = outcomes.findLastIndex(({ call, failed }) => !failed || callKey(call) !== key);
  const count = outcomes.length - 1 - other;
  const before = Math.max(0, count - outcomesSince(conversation, lastAnswer(conversation)).length);
  return Math.floor(count / LIMIT) > Math.floor(before / LIMIT) ? { call: last.call, count, text: last.text } : undefined;
}

/** The same for calls that do the same. */
export function callKey({ name, arguments: text }: ToolCallBlock): string {
  try {
    return `${name} ${JSON.stringify(JSON.parse(text))}`;
  } catch {
    return `${name} ${text}`;
  }
}

function lastWordOfPerson(conversation: readonly Message[]): number {
  return conversation.findLastIndex((message) => message.role === 'user' && isPersons(message.origin));
}

function lastAnswer(conversation: readonly Message[]): number {
  return conversation.findLastIndex((message) => message.role === 'assistant');
}

/** The results from that message on, with their calls. */
function outcomesSince(conversation: readonly Message[], from: number): readonly Outcome[] {
  const calls = new Map<string, ToolCallBlock>();
  const outcomes: Outcome[] = [];
  for (const message of conversation.slice(Math.max(0, from))) {
    if (message.role === 'assistant') for (const call of toolCalls(message)) calls.set(call.id, call);
    const call = message.role === 'tool' ? calls.get(message.callId) : undefined;
    if (message.role === 'tool' && call) outcomes.push({ call, failed: message.isError, text: message.text });
  }
  return outcomes;
}
