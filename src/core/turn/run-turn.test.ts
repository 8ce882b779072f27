import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import type { CallId, MessageId } from '../../shared/ids.ts';
import type { AssistantBlock, Message, ToolCallBlock, UserMessage } from '../../shared/messages.ts';
import type { Model, ModelRequest, StreamEvent } from '../providers/provider.ts';
import type { CallHooks, ParallelClass, ToolOutcome, ToolSet } from '../tools/tool.ts';
import { runTurn } from './run-turn.ts';
import type { TurnDeps } from './turn.ts';

const QUESTION: Parameters<CallHooks['ask']>[0] = {
  ...{ kind: 'path', tool: 'read', subject: '/elsewhere', access: 'read' },
  ...{ reason: 'It is outside the project.', preview: 'read /elsewhere', permanent: '' },
};

type Script = (request: ModelRequest, round: number) => readonly StreamEvent[];

const USAGE = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };

function call(id: string, name: string): ToolCallBlock {
  return { type: 'tool_call', id: id as CallId, name, arguments: '{}' };
}

function calls(...blocks: readonly AssistantBlock[]): readonly StreamEvent[] {
  return [{ type: 'end', stop: 'tool_calls', blocks, usage: USAGE }];
}

function says(text: string): readonly StreamEvent[] {
  return [
    { type: 'delta', kind: 'text', text },
    { type: 'end', stop: 'complete', blocks: [{ type: 'text', text }], usage: USAGE },
  ];
}

function scripted(script: Script, requests: ModelRequest[]): Model {
  return {
    info: { provider: 'p', id: 'm', scripted: true },
    async *stream(request) {
      requests.push({ ...request, messages: [...request.messages] });
      yield* script(request, requests.length);
    },
  };
}

interface Setup {
  readonly script: Script;
  readonly execute?: (call: ToolCallBlock, hooks: CallHooks) => Promise<ToolOutcome>;
  readonly classOf?: (name: string) => ParallelClass;
  readonly deps?: Partial<TurnDeps>;
}

function setup({ script, execute, classOf, deps }: Setup) {
  const events: SessionEvent[] = [];
  const requests: ModelRequest[] = [];
  let time = 0;
  let id = 0;
  const tools: ToolSet = {
    schemas: [],
    parallelClass: classOf ?? (() => 'serial'),
    execute: execute ?? (async (block) => ({ text: `did ${block.name}`, isError: false })),
    close: async () => {},
  };
  const conversation: Message[] = [];
  const all: TurnDeps = {
    model: scripted(script, requests),
    tools,
    clock: { now: () => 0, monotonic: () => ++time, sleep: async () => {} },
    ids: { hex: () => String(++id) },
    limits: { rounds: 10, tokens: 10_000, parallelTools: 2 },
    system: 's',
    cacheKey: 'k',
    preface: [],
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
    drain: () => undefined,
    ask: async () => ({ type: 'deny' }),
    ...deps,
  };
  return { events, requests, conversation, run: () => runTurn(all, conversation) };
}

/** `type` and what tells two of a kind apart. */
function outline(events: readonly SessionEvent[]): readonly string[] {
  return events.map((event) => ('call' in event ? `${event.type} ${event.call}` : event.type));
}

describe('runTurn', () => {
  it('gives a plain reply in the drawn order', async () => {
    const { events, conversation, run } = setup({ script: () => says('hello') });
    expect(await run()).toEqual({ stop: 'complete', rounds: 1, usage: USAGE, files: [] });
    expect(outline(events)).toEqual(['message.start', 'message.update', 'message.end']);
    expect(conversation).toEqual([
      { role: 'assistant', id: 'm1', model: 'p/m', blocks: [{ type: 'text', text: 'hello' }], stop: 'complete', usage: USAGE },
    ]);
  });

  it('runs neighbours of one class together, no wider than the limit, and ends them in call order', async () => {
    const finish = new Map<string, () => void>();
    let running = 0;
    let widest = 0;
    const { events, conversation, run } = setup({
      script: (_, round) => (round === 1 ? calls(call('a', 'read'), call('b', 'read'), call('c', 'read'), call('d', 'bash')) : says('ok')),
      classOf: (name) => (name === 'read' ? 'tool' : 'serial'),
      execute: async (block) => {
        running += 1;
        widest = Math.max(widest, running);
        if (block.id === 'b') finish.get('a')?.();
        if (block.id === 'a') await new Promise<void>((resolve) => finish.set('a', resolve));
        running -= 1;
        return { text: block.id, isError: false };
      },
    });
    await run();
    expect(widest).toBe(2);
    expect(outline(events).filter((line) => line.startsWith('tool.end'))).toEqual(['a', 'b', 'c', 'd'].map((id) => `tool.end ${id}`));
    expect(outline(events).indexOf('tool.start d')).toBeGreaterThan(outline(events).indexOf('tool.end c'));
    expect(conversation.filter((message) => message.role === 'tool').map((message) => message.callId)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('asks in call order, also when a later call of the batch is judged first', async () => {
    const asked: string[] = [];
    let later = () => {};
    const laterAsks = new Promise<void>((resolve) => {
      later = resolve;
    });
    const { conversation, run } = setup({
      script: (_, round) => (round === 1 ? calls(call('a', 'read'), call('b', 'read'), call('c', 'read')) : says('ok')),
      classOf: () => 'tool',
      execute: async (block, hooks) => {
        if (block.id === 'a') await laterAsks;
        const answer = hooks.ask(QUESTION);
        if (block.id === 'b') later();
        return { text: (await answer).type, isError: true };
      },
      deps: {
        ask: async (id) => {
          asked.push(id);
          return { type: 'deny' };
        },
      },
    });
    await run();
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(conversation.filter((message) => message.role === 'tool').map(({ text }) => text)).toEqual(['deny', 'deny', 'deny']);
  });

  it('leaves exactly one result per call when stopped between two calls', async () => {
    const abort = new AbortController();
    const { events, conversation, run } = setup({
      script: () => calls(call('a', 'bash'), call('b', 'bash'), call('c', 'bash')),
      execute: async () => {
        abort.abort();
        return { text: 'stopped', isError: true };
      },
      deps: { signal: abort.signal },
    });
    expect((await run()).stop).toBe('cancelled');
    expect(outline(events)).toEqual(['message.end', 'tool.start a', 'tool.end a', 'tool.end b', 'tool.end c']);
    expect(conversation.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.isError]] : []))).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
  });

  it('joins what was queued at the next round, also after the model was done', async () => {
    const queued: UserMessage[] = [{ role: 'user', id: 'q' as MessageId, origin: 'steer', text: 'and the docs' }];
    let drains = 0;
    const { requests, run } = setup({
      script: () => says('done'),
      deps: { drain: () => (++drains === 2 ? queued.pop() : undefined) },
    });
    expect((await run()).rounds).toBe(2);
    expect(requests[1]?.messages.map((message) => message.role)).toEqual(['assistant', 'user']);
  });

  it('only ever extends the messages of the request before', async () => {
    const { requests, run } = setup({ script: (_, round) => (round < 6 ? calls(call(`c${round}`, 'bash')) : says('end')) });
    await run();
    expect(requests).toHaveLength(6);
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1]?.messages ?? [];
      expect(request.messages.slice(0, before.length)).toEqual(before);
    }
  });

  it('stops at the round limit and at the token limit with a word on how to go on', async () => {
    const endless = { script: () => calls(call('a', 'bash')) };
    const rounds = await setup({ ...endless, deps: { limits: { rounds: 3, tokens: 10_000, parallelTools: 1 } } }).run();
    const tokens = await setup({ ...endless, deps: { limits: { rounds: 99, tokens: 150, parallelTools: 1 } } }).run();
    expect([rounds.stop, rounds.rounds, rounds.note?.hint]).toEqual([
      'max_turns',
      3,
      'Continue to go on from here, or raise limits.max_turns in the configuration.',
    ]);
    expect([tokens.stop, tokens.rounds]).toEqual(['max_tokens', 2]);
  });

  it('withdraws what a failed attempt showed, and keeps the text of a cut answer without its half calls', async () => {
    const problem = { code: 'provider_unreachable', message: 'gone', hint: 'start it' } as const;
    const { events, conversation, run } = setup({
      script: () => [
        { type: 'delta', kind: 'text', text: 'first' },
        { type: 'reset' },
        { type: 'retry', attempt: 2, maxAttempts: 3, delay: 250, reason: 'Cut.' },
        { type: 'delta', kind: 'text', text: 'half' },
        { type: 'end', stop: 'error', blocks: [{ type: 'text', text: 'half' }, call('x', 'bash')], problem },
      ],
    });
    expect(await run()).toMatchObject({ stop: 'error', problem });
    expect(outline(events)).toEqual(['message.start', 'message.update', 'message.reset', 'notice', 'message.update', 'message.end']);
    expect(conversation).toMatchObject([{ stop: 'cut', blocks: [{ type: 'text', text: 'half' }] }]);
  });

  it('stores nothing for an empty answer and says so', async () => {
    const { events, conversation, run } = setup({ script: () => [{ type: 'end', stop: 'complete', blocks: [] }] });
    expect(await run()).toMatchObject({ stop: 'complete', note: { message: 'The model answered with nothing.' } });
    expect([events, conversation]).toEqual([[], []]);
  });

  it('adds up what its calls changed, one row per file', async () => {
    const change = (path: string, kind: 'created' | 'modified' | 'moved', movedFrom?: string) => ({
      path,
      change: kind,
      added: 2,
      removed: 1,
      patch: '@@',
      ...(movedFrom ? { movedFrom } : {}),
    });
    const results = [[change('a', 'created')], [change('a', 'modified'), change('b', 'modified')], [change('c', 'moved', 'b')]];
    const { run } = setup({
      script: (_, round) => (round <= results.length ? calls(call(`c${round}`, 'mutate')) : says('ok')),
      execute: async (block) => ({
        text: '',
        isError: false,
        detail: { kind: 'mutate', changes: results[Number(block.id.slice(1)) - 1] ?? [] },
      }),
    });
    expect((await run()).files).toEqual([
      { path: 'a', change: 'created', added: 4, removed: 2 },
      { path: 'c', change: 'moved', movedFrom: 'b', added: 4, removed: 2 },
    ]);
  });
});
