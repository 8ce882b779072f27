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

/**
 * To be asked when a round's results are in. A call is the same with the same tool and arguments; white space between them does not count.
 * Rounds are compared, so that several calls which fail in every round are each counted: what failed in a round is in a row with what failed in
 * the one before, unless the round also made it succeed.
 */
export function stuckCall(conversation: readonly Message[]): StuckCall | undefined {
  const [last = []] = roundsBack(conversation);
  const failed = last.filter((made) => made.failed);
  for (const [key, outcome] of new Map(failed.map((made) => [callKey(made.call), made]))) {
    const now = failuresOf(key, last);
    const count = failuresInARow(key, conversation);
    if (Math.floor(count / LIMIT) > Math.floor((count - now) / LIMIT)) return { call: outcome.call, count, text: outcome.text };
  }
  return undefined;
}

/** Looks no further back than they go: this is asked in every round, of conversations of any length. */
function failuresInARow(key: string, conversation: readonly Message[]): number {
  let count = 0;
  for (const round of roundsBack(conversation)) {
    const failures = failuresOf(key, round);
    if (failures === 0) break;
    count += failures;
  }
  return count;
}

/** How often a call failed in a round; not at all when it also succeeded. */
function failuresOf(key: string, round: readonly Outcome[]): number {
  const made = round.filter(({ call }) => callKey(call) === key);
  return made.every(({ failed }) => failed) ? made.length : 0;
}

/** The results of each answer since the last word of the person, the newest answer first, and of one answer the newest result first. */
function* roundsBack(conversation: readonly Message[]): Generator<readonly Outcome[], void> {
  let round: Outcome[] = [];
  for (const outcome of outcomesBack(conversation)) {
    const [newest] = round;
    if (newest && conversation.slice(outcome.at, newest.at).some(({ role }) => role === 'assistant')) {
      yield round;
      round = [];
    }
    round.push(outcome);
  }
  if (round.length > 0) yield round;
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
