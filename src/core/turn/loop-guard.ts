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
  /** Where in the conversation it is told. */
  readonly at: number;
}

/** To be asked when a round's results are in. A call is the same with the same tool and arguments; white space between them does not count. */
export function stuckCall(conversation: readonly Message[]): StuckCall | undefined {
  const [last] = outcomesBack(conversation);
  if (!last?.failed) return undefined;
  const key = callKey(last.call);
  let [count, now] = [0, 0];
  const answer = conversation.findLastIndex((message) => message.role === 'assistant');
  for (const { call, failed, at } of outcomesBack(conversation)) {
    if (!failed || callKey(call) !== key) break;
    count += 1;
    if (at > answer) now += 1;
  }
  return Math.floor(count / LIMIT) > Math.floor((count - now) / LIMIT) ? { call: last.call, count, text: last.text } : undefined;
}

/** The same for calls that do the same. */
export function callKey({ name, arguments: text }: ToolCallBlock): string {
  try {
    return `${name} ${JSON.stringify(JSON.parse(text))}`;
  } catch {
    return `${name} ${text}`;
  }
}

/** The results since the last word of the person with their calls, the newest first. */
function* outcomesBack(conversation: readonly Message[]): Generator<Outcome, void> {
  for (let at = conversation.length - 1; at >= 0; at -= 1) {
    const message = conversation[at];
    if (message?.role === 'user' && isPersons(message.origin)) return;
    const call = message?.role === 'tool' ? callBefore(conversation, at, message.callId) : undefined;
    if (message?.role === 'tool' && call) yield { call, failed: message.isError, text: message.text, at };
  }
}

function callBefore(conversation: readonly Message[], end: number, id: string): ToolCallBlock | undefined {
  for (let at = end - 1; at >= 0; at -= 1) {
    const message = conversation[at];
    const call = message?.role === 'assistant' ? toolCalls(message).findLast((made) => made.id === id) : undefined;
    if (call) return call;
  }
  return undefined;
}
