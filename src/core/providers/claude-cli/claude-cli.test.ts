import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '../../../shared/ids.ts';
import type { AssistantMessage, Message } from '../../../shared/messages.ts';
import { configSchema } from '../../config/schema.ts';
import { identityOf, isRunning } from '../../lib/process-identity.ts';
import { collect, modelRequest, userMessage } from '../../testing/provider-rig.ts';
import { createModels } from '../models.ts';
import type { Model, ModelRequest, StreamEnd, StreamEvent } from '../provider.ts';
import { createClaudeCli } from './claude-cli.ts';
import { type Behaviour, GOOD, type Step } from './testing/behaviour.ts';
import { type ClaudeRig, installFakeClaude, openClaudeRig } from './testing/claude-rig.ts';

let installed: string;
let rig: ClaudeRig;
beforeAll(async () => {
  installed = await installFakeClaude();
});
afterAll(() => rm(installed, { recursive: true, force: true, maxRetries: 10 }));
beforeEach(async () => {
  rig = await openClaudeRig(installed);
});
afterEach(() => rig.close());

async function modelWith(behaviour: Behaviour, id = 'sonnet', effort?: string): Promise<Model> {
  await rig.behave(behaviour);
  const definition = { provider: 'mine', id, retry: { enabled: false }, advanced: { reasoning: effort === undefined ? {} : { effort } } };
  const config = configSchema.parse({ providers: { mine: { type: 'claude_subscription' } }, models: { definitions: { it: definition } } });
  const model = await createModels(config, { ...rig.ports, claude: rig.claude }).resolve('it');
  if (!model.ok) throw new Error(model.error.message);
  return model.value;
}

const noted = (file: string) => rig.noted(file);
const said = async () => (await noted('lines.jsonl')).filter(({ type }) => type === 'user').map(({ message }) => textOf(message));
const contentOf = ({ message }: Record<string, unknown>) => (message as { content: unknown[] }).content;
const imageBlock = (name: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: `bytes-of-${name}` } });
const textOf = (message: unknown) => (message as { content: { text: string }[] }).content[0]?.text;
const endOf = (events: readonly StreamEvent[]) => events.find((event): event is StreamEnd => event.type === 'end');
const turns = (...steps: Step[][]): Behaviour => ({ ...GOOD, turns: steps });
const READ = { name: 'read', description: 'Reads.', parameters: { properties: { path: { type: 'string' } } } };

function answer(end: StreamEnd | undefined, id: string): AssistantMessage {
  if (!end) throw new Error('no end');
  return { role: 'assistant', id: id as AssistantMessage['id'], model: 'mine/sonnet', blocks: [...end.blocks], stop: 'complete' };
}

function result(callId: string, text: string): Message {
  return { role: 'tool', callId: callId as Extract<Message, { role: 'tool' }>['callId'], name: 'read', text, isError: false };
}

async function ask(model: Model, messages: readonly Message[], rest: Partial<ModelRequest> = {}): Promise<StreamEnd | undefined> {
  return endOf(await collect(model.stream(modelRequest(messages, { tools: [READ], ...rest }))));
}

describe('a conversation', () => {
  it('is one process, started with nothing of its own on and no key in its environment', async () => {
    const model = await modelWith(turns([{ text: ['Hel', 'lo.'] }], [{ text: ['Again.'] }]));
    const first = await ask(model, [userMessage('hi')]);
    const second = await ask(model, [userMessage('hi'), answer(first, 'm1'), userMessage('more')]);
    const starts = await noted('starts.jsonl');
    expect([first, second?.blocks, await said(), starts.length]).toEqual([
      {
        type: 'end',
        stop: 'complete',
        blocks: [{ type: 'text', text: 'Hello.' }],
        usage: { input: 100, output: 11, cacheRead: 90, cacheWrite: 7 },
      },
      [{ type: 'text', text: 'Again.' }],
      ['hi', 'more'],
      1,
    ]);
    const { args, env } = starts[0] as { args: string[]; env: string[] };
    expect(args).toEqual(expect.arrayContaining(['--strict-mcp-config', '--no-session-persistence', 'dontAsk', '--system-prompt-file']));
    expect(env.filter((name) => /ANTHROPIC|BEDROCK/.test(name))).toEqual([]);
  });

  it('has our tools, and each result goes to the call it belongs to', async () => {
    const call = { id: 'toolu_1', name: 'read', input: { path: 'a' } };
    const model = await modelWith(turns([{ call }, { call: { ...call, id: 'toolu_2', early: true } }, { text: ['Read.'] }]));
    const first = await ask(model, [userMessage('hi')]);
    const history: Message[] = [userMessage('hi'), answer(first, 'm1'), result('toolu_1', 'one')];
    const second = await ask(model, history);
    const third = await ask(model, [...history, answer(second, 'm2'), result('toolu_2', 'two'), userMessage('also b')]);
    const [tools] = await noted('tools.jsonl');
    expect([first?.stop, first?.blocks, second?.stop, third?.blocks]).toEqual([
      'tool_calls',
      [{ type: 'tool_call', id: 'toolu_1', name: 'read', arguments: '{"path":"a"}' }],
      'tool_calls',
      [{ type: 'text', text: 'Read.' }],
    ]);
    expect(JSON.stringify(tools)).toContain('"name":"read"');
    expect((await noted('results.jsonl')).map((line) => JSON.stringify(line))).toEqual([
      expect.stringContaining('"text":"one"'),
      expect.stringContaining('"text":"two\\n\\nalso b"'),
    ]);
  });

  it('shows pictures, of prompts and of results, and all of them again to a new process', async () => {
    const picture = (name: string) => ({ blob: name, mime: 'image/png', width: 2, height: 2, bytes: 9, name: `${name}.png` }) as const;
    const attached = (name: string) => ({ attachments: [{ kind: 'picture', ...picture(name) } as const] });
    const shown = (text: string, name: string) => ({ ...userMessage(text), ...attached(name) }) as Message;
    const pictures = new Map(['one', 'two', 'three'].map((name) => [name, `bytes-of-${name}`]));
    const model = await modelWith(
      turns([{ call: { id: 'toolu_1', name: 'read', input: {} } }, { text: ['Seen.'] }], [{ text: ['More.'] }]),
    );
    const first = await ask(model, [shown('look', 'one')], { pictures });
    const read = { ...result('toolu_1', 'a file'), pictures: [picture('two')] } as Message;
    const history = [shown('look', 'one'), answer(first, 'm1'), read, shown('', 'three')];
    const second = await ask(model, history, { pictures });
    rig.claude.close();
    await rig.behave(turns([{ text: ['More.'] }]));
    await ask(model, [...history, answer(second, 'm2'), userMessage('more')], { pictures });
    const told = [
      '[user]\nlook',
      '[shown: one.png]',
      '[you called read]\n{}',
      '[result of read]\na file',
      '[shown: two.png]',
      '[user]\n[shown: three.png]',
    ];
    const opening = expect.stringContaining([...told, '[you]\nSeen.', '-----', 'more'].join('\n\n'));
    expect((await noted('lines.jsonl')).filter(({ type }) => type === 'user').map(contentOf)).toEqual([
      [imageBlock('one'), { type: 'text', text: 'look' }],
      [imageBlock('one'), imageBlock('two'), imageBlock('three'), { type: 'text', text: opening }],
    ]);
    const image = (name: string) => ({ type: 'image', data: `bytes-of-${name}`, mimeType: 'image/png' });
    const content = [{ type: 'text', text: 'a file' }, image('two'), image('three')];
    expect(await noted('results.jsonl')).toMatchObject([{ response: { mcp_response: { result: { content } } } }]);
  });

  it('that changed behind its back goes on in a new process, which is told what was said', async () => {
    const model = await modelWith(turns([{ text: ['One.'] }], [{ text: ['Two.'] }]));
    await ask(model, [userMessage('hi')]);
    const end = await ask(model, [userMessage('other'), answer(endOfText('Before.'), 'm0'), userMessage('now')]);
    expect([end?.stop, (await noted('starts.jsonl')).length, (await said()).at(-1)]).toEqual([
      'complete',
      2,
      expect.stringMatching(/\[user\]\nother[\s\S]*\[you\]\nBefore\.[\s\S]*-----\n\nnow$/),
    ]);
  });

  it('has a process of its own beside others that share its cache key, until its session is closed', async () => {
    const model = await modelWith(turns([{ text: ['One.'] }], [{ text: ['Two.'] }]));
    const [a, b] = [{ session: 'a' as SessionId }, { session: 'b' as SessionId }];
    const [first, other] = await Promise.all([ask(model, [userMessage('hi')], a), ask(model, [userMessage('hello')], b)]);
    const more = [userMessage('hi'), answer(first, 'm1'), userMessage('more')];
    const second = await ask(model, more, a);
    const before = (await noted('starts.jsonl')).length;
    rig.claude.release(a.session);
    const third = await ask(model, [userMessage('hello'), answer(other, 'm2'), userMessage('on')], b);
    const kept = (await noted('starts.jsonl')).length;
    await ask(model, [...more, answer(second, 'm3'), userMessage('again')], a);
    expect([[first, other, second, third].map((end) => end?.blocks), before, kept, (await noted('starts.jsonl')).length]).toEqual([
      [
        [{ type: 'text', text: 'One.' }],
        [{ type: 'text', text: 'One.' }],
        [{ type: 'text', text: 'Two.' }],
        [{ type: 'text', text: 'Two.' }],
      ],
      2,
      2,
      3,
    ]);
  });

  it('switches model and effort while it runs', async () => {
    const plain = await modelWith(turns([{ text: ['One.'] }], [{ text: ['Two.'] }]));
    const first = await ask(plain, [userMessage('hi')]);
    const strong = await modelWith(turns([{ text: ['One.'] }], [{ text: ['Two.'] }]), 'opus', 'high');
    await ask(strong, [userMessage('hi'), answer(first, 'm1'), userMessage('more')]);
    const requests = (await noted('lines.jsonl')).map(({ request }) => request).filter(Boolean);
    expect(requests).toEqual(
      expect.arrayContaining([
        { subtype: 'set_model', model: 'opus' },
        { subtype: 'apply_flag_settings', settings: { alwaysThinkingEnabled: true, effortLevel: 'high' } },
      ]),
    );
  });
});

function endOfText(text: string): StreamEnd {
  return { type: 'end', stop: 'complete', blocks: [{ type: 'text', text }] };
}

describe('what goes wrong', () => {
  it.each<[string, Behaviour, string]>([
    ['an old version', { ...GOOD, version: '2.1.293' }, 'is version 2.1.293; 2.1.294 or later is needed'],
    ['no sign-in', { auth: { loggedIn: false } }, 'is not signed in'],
    [
      'a sign-in with a key',
      { auth: { loggedIn: true, authMethod: 'api_key', apiProvider: 'firstParty' } },
      'not with a Claude subscription',
    ],
    [
      'extra usage',
      { ...GOOD, usage: { rate_limits_available: true, rate_limits: { extra_usage: { is_enabled: true } } } },
      'could cost more',
    ],
    ['unknown limits', { ...GOOD, usage: { rate_limits_available: false } }, 'its limits are not known'],
  ])('%s is refused before anything is said', async (_, behaviour, words) => {
    const end = await ask(await modelWith({ turns: [[{ text: ['no'] }]], ...behaviour }), [userMessage('hi')]);
    expect([end?.stop, end?.transient, end?.problem?.message, await said()]).toEqual(['error', false, expect.stringContaining(words), []]);
  });

  it('a program that is not installed is named', async () => {
    const model = await modelWith(GOOD);
    const empty = createClaudeCli({ ...rig.ports, environment: { ...rig.ports.environment, vars: { PATH: rig.home } } });
    const config = configSchema.parse({ providers: { mine: { type: 'claude_subscription' } } });
    const other = await createModels(config, { ...rig.ports, claude: empty }).resolve('mine/sonnet');
    const end = other.ok ? await ask(other.value, [userMessage('hi')]) : undefined;
    expect([model.info.provider, end?.problem]).toMatchObject([
      'mine',
      { code: 'provider_auth', message: expect.stringContaining('is not installed'), hint: expect.stringContaining('claude auth login') },
    ]);
  });

  it('the usage limit stops and names the reset', async () => {
    const now = Date.UTC(2026, 10, 30, 12);
    vi.spyOn(rig.ports.clock, 'now').mockReturnValue(now);
    const info = { status: 'rejected', resetsAt: now / 1_000 + 7_200, rateLimitType: 'five_hour' };
    const limit = { type: 'rate_limit_event', rate_limit_info: info };
    const ended = { type: 'result', subtype: 'success', is_error: true, result: "You've hit your session limit" };
    const reports: unknown[] = [];
    rig.claude.onLimits((provider, report) => reports.push([provider, report]));
    const end = await ask(await modelWith(turns([{ line: limit }, { line: ended }])), [userMessage('hi')]);
    expect([end?.stop, end?.problem?.message]).toEqual(['usage_limit', expect.stringMatching(/It resets at .*\(in 2 h\)/)]);
    expect(reports).toEqual([
      ['mine', GOOD.usage],
      ['mine', info],
    ]);
  });

  it('an account that begins to pay is stopped at once', async () => {
    const event = { type: 'rate_limit_event', rate_limit_info: { status: 'allowed', isUsingOverage: true } };
    const end = await ask(await modelWith(turns([{ line: event }, { text: ['costly'] }])), [userMessage('hi')]);
    expect([end?.stop, end?.problem?.message]).toEqual(['error', expect.stringContaining('has begun to use extra usage')]);
  });

  it('a program that ends says why, and the next request starts another', async () => {
    const model = await modelWith(turns([{ exit: 3 }]));
    const end = await ask(model, [userMessage('hi')]);
    const again = await modelWith(turns([{ text: ['Back.'] }]));
    const after = await ask(again, [userMessage('hi')]);
    expect([end?.problem?.message, after?.blocks]).toEqual([
      expect.stringContaining('the program ended: it broke'),
      [{ type: 'text', text: 'Back.' }],
    ]);
  });

  it('cancelling kills the process group and leaves nothing running', async () => {
    const model = await modelWith(turns([{ hang: true }]));
    const spawned: number[] = [];
    const { spawn } = rig.ports.processes;
    vi.spyOn(rig.ports.processes, 'spawn').mockImplementation(async (spec) => {
      const child = await spawn(spec);
      spawned.push(child.pid);
      return child;
    });
    const stop = new AbortController();
    const ended = ask(model, [userMessage('hi')], { signal: stop.signal });
    await expect.poll(async () => (await said()).length).toBe(1);
    const identity = await identityOf(spawned.at(-1) ?? 0);
    stop.abort();
    expect((await ended)?.stop).toBe('cancelled');
    await expect.poll(async () => identity !== undefined && !(await isRunning(identity))).toBe(true);
  });
});
