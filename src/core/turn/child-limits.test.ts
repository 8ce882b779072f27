import { describe, expect, it } from 'vitest';
import type { CallId, MessageId } from '../../shared/ids.ts';
import type { AssistantBlock, Message } from '../../shared/messages.ts';
import type { Model, ModelRequest, StreamEvent } from '../providers/provider.ts';
import type { ToolSet } from '../tools/tool.ts';
import { runTurn } from './run-turn.ts';
import type { TurnDeps, TurnLimits } from './turn.ts';

const USAGE = { input: 1_000, output: 10, cacheRead: 0, cacheWrite: 0 };

function call(id: string, name: string): AssistantBlock {
  return { type: 'tool_call', id: id as CallId, name, arguments: '{}' };
}

function calls(...blocks: readonly AssistantBlock[]): readonly StreamEvent[] {
  return [{ type: 'end', stop: 'tool_calls', blocks, usage: USAGE }];
}

interface Setup {
  readonly script: (round: number) => readonly StreamEvent[];
  readonly limits: Partial<TurnLimits>;
  readonly tools?: Partial<ToolSet>;
}

function run({ script, limits, tools }: Setup) {
  const requests: ModelRequest[] = [];
  let id = 0;
  const model: Model = {
    info: { provider: 'p', id: 'm', scripted: true },
    async *stream(request) {
      requests.push({ ...request, messages: [...request.messages] });
      yield* script(requests.length);
    },
  };
  const set: ToolSet = {
    schemas: [],
    parallelClass: () => 'delegation',
    execute: async () => ({ text: 'ok', isError: false }),
    close: async () => {},
    ...tools,
  };
  const deps: TurnDeps = {
    model,
    tools: set,
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
    ids: { hex: () => String(++id) },
    limits: { rounds: 10, tokens: Number.POSITIVE_INFINITY, parallelTools: 1, ...limits },
    system: 's',
    cacheKey: 'k',
    preface: [],
    signal: new AbortController().signal,
    emit: () => {},
    drain: () => undefined,
    notice: (text) => ({ role: 'user', id: `n${++id}` as MessageId, origin: 'notice', text }),
    ask: async () => ({ type: 'deny' }),
  };
  const conversation: Message[] = [];
  return { requests, conversation, done: runTurn(deps, conversation) };
}

describe('the limits of a child', () => {
  it('count what the model writes apart from what it reads, and name the setting', async () => {
    const { done } = run({ script: () => calls(call('a', 'x')), limits: { group: 'sub_agent', outputTokens: 25 } });
    const { stop, rounds, note } = await done;
    expect({ stop, rounds, note }).toEqual({
      stop: 'max_tokens',
      rounds: 3,
      note: {
        message: 'The turn stopped after 25 tokens of answers.',
        hint: 'Continue to go on from here, or raise sub_agent.max_tokens in the configuration.',
      },
    });
  });

  it('have the model reminded once each, after the results of the round, in messages that stay', async () => {
    const reminders = new Map([
      [1, 'half'],
      [3, 'nearly over'],
    ]);
    const { requests, conversation, done } = run({ script: () => calls(call('a', 'x')), limits: { rounds: 4, reminders } });
    expect((await done).stop).toBe('max_turns');
    expect(
      requests.map(({ messages }) => messages.filter(({ role }) => role === 'user').map((said) => 'text' in said && said.text)),
    ).toEqual([[], ['half'], ['half'], ['half', 'nearly over']]);
    expect(conversation.map(({ role }) => role).slice(0, 3)).toEqual(['assistant', 'tool', 'user']);
  });
});

it('starts all children of one message together, whatever the limit of other tools', async () => {
  let running = 0;
  let widest = 0;
  let release = (): void => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  const execute: ToolSet['execute'] = async () => {
    running += 1;
    widest = Math.max(widest, running);
    if (running === 3) release();
    await all;
    return { text: 'ok', isError: false };
  };
  const script = (round: number): readonly StreamEvent[] =>
    round === 1
      ? calls(call('a', 'x'), call('b', 'x'), call('c', 'x'))
      : [{ type: 'end', stop: 'complete', blocks: [{ type: 'text', text: 'k' }] }];
  await run({ script, limits: { parallelTools: 1 }, tools: { execute } }).done;
  expect(widest).toBe(3);
});
