import type { Message, ToolCallBlock } from '../../../shared/messages.ts';

/** A call of the running turn and what came of it. */
export interface DoneCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
}

/** What the script knows when it decides its next step: nothing but the conversation. */
export interface TurnFacts {
  /** The newest prompt. */
  readonly prompt: string;
  /** What the session started with, such as the project's AGENTS.md. */
  readonly context: string;
  /** Calls since that prompt, in order. */
  readonly calls: readonly DoneCall[];
  /** Somebody wrote something while the turn ran. */
  readonly steered: boolean;
}

export function turnFacts(messages: readonly Message[]): TurnFacts {
  const start = messages.findLastIndex((message) => message.role === 'user' && message.origin === 'prompt');
  const prompt = messages[start];
  const turn = messages.slice(start + 1);
  return {
    prompt: prompt?.role === 'user' ? prompt.text : '',
    context: messages.map((message) => (message.role === 'user' && message.origin === 'notice' ? message.text : '')).join('\n'),
    calls: turn
      .flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
      .flatMap((block) => (block.type === 'tool_call' ? done(block, turn) : [])),
    steered: turn.some((message) => message.role === 'user' && message.origin === 'steer'),
  };
}

function done(call: ToolCallBlock, turn: readonly Message[]): DoneCall[] {
  const result = turn.find((message) => message.role === 'tool' && message.callId === call.id);
  if (result?.role !== 'tool') return [];
  return [{ name: call.name, arguments: JSON.parse(call.arguments) as DoneCall['arguments'], text: result.text, isError: result.isError }];
}

/** The last call of that tool whose arguments fit. */
export function lastCall(calls: readonly DoneCall[], name: string, fits: Readonly<Record<string, unknown>> = {}): DoneCall | undefined {
  return calls.findLast((call) => call.name === name && Object.entries(fits).every(([key, value]) => call.arguments[key] === value));
}

/** The first line of a result, for repeating it. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}
