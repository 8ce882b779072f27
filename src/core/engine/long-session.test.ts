import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Command } from '../../shared/commands.ts';
import { viewOf } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { ChatRequestBody } from '../testing/chat-request-check.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';
import { keepShot, say } from '../testing/talk.ts';
import type { Project } from './api.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const TURNS = 400;
const SECRET = 'the night ferry leaves from pier 14';
const FILLER = 'Here is what I found and what it means for the next step, in a sentence of some length. '.repeat(4);

function config(url: string): string {
  return `providers:
  local: { type: openai_compat, base_url: "${url}" }
models:
  definitions:
    scripted: { provider: local, id: scripted, retry: { enabled: false }, advanced: { limits: { context_window: 20000, max_output_tokens: 1000 } } }
  profiles: { default: { default_model: scripted } }
`;
}

function textOf(message: ChatRequestBody['messages'][number] | undefined): string {
  return typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content ?? '');
}

function isCompaction({ body }: RecordedRequest): boolean {
  return textOf(body.messages.at(-1)).includes('## Verification');
}

/** Answers, calls a tool at every tenth prompt, sums up when asked to, and looks for the ferry in the history. */
function reply(request: RecordedRequest): Reply {
  const last = request.body.messages.at(-1);
  const prompt_tokens = Math.round(request.bytes.length / 3.7);
  const usage = { prompt_tokens, completion_tokens: 90, total_tokens: prompt_tokens + 90 };
  if (isCompaction(request)) return { text: '## Task\nA long trip.\n## Remaining work\nThe next prompt.', usage };
  if (last?.role === 'tool') return { text: textOf(last).slice(0, 600), usage };
  if (textOf(last).includes('Which pier')) return { calls: [{ name: 'history', arguments: { query: 'ferry pier', count: 1 } }], usage };
  const [, file] = /Start (go-\S+)$/.exec(textOf(last)) ?? [];
  const command = `until [ -e ${file} ]; do sleep 0.02; done; echo through`;
  if (file !== undefined) return { calls: [{ name: 'bash', arguments: { command, background: true, expect_end: true } }], usage };
  if (/Prompt \d*0\./.test(textOf(last))) return { calls: [{ name: 'ls', arguments: {} }], usage };
  return { text: FILLER, usage };
}

interface Step {
  /** Before every turn whose number this divides. */
  readonly every: number;
  act(of: { readonly project: Project; readonly session: SessionId; readonly turn: number }): Promise<void>;
}

/** What happens along the way, beside the prompts. */
const STEPS: readonly Step[] = [
  {
    every: 50,
    act: async ({ project, session, turn }) =>
      change(project, { type: 'session.mode', session, mode: turn % 100 === 0 ? 'build' : 'plan' }),
  },
  {
    every: 40,
    act: async ({ project, session, turn }) => change(project, { type: 'session.skill', session, name: 'tidy', active: turn % 80 !== 0 }),
  },
  { every: 35, act: async ({ project, session }) => say({ rig, project, session }, 'Look at this.', await keepShot(project)) },
  { every: 30, act: steer },
  { every: 45, act: background },
  { every: 120, act: async ({ project, session }) => change(project, { type: 'session.rename', session, title: 'Another name' }) },
];

async function change(project: Project, command: Command): Promise<void> {
  value(await project.command(command));
}

/** A prompt that calls a tool, and a word while it runs. */
async function steer({ project, session, turn }: Parameters<Step['act']>[0]): Promise<void> {
  const word = `Mind the tide of turn ${turn}.`;
  const running = change(project, { type: 'prompt', session, text: 'Prompt 0. Wait for a word.', delivery: 'now' });
  await Promise.all([running, change(project, { type: 'prompt', session, text: word, delivery: 'now' })]);
  const at = () =>
    rig.events.items.findIndex(
      (event) => event.type === 'message.end' && event.message.role === 'user' && event.message.text.includes(word),
    );
  await rig.events.waitFor(() => at() !== -1 && rig.events.items.slice(at()).some(({ type }) => type === 'turn.end'));
}

/** In plan mode each command would be asked about, since nothing confines it here. */
function plans(turn: number): boolean {
  return Math.floor(turn / 50) % 2 === 1;
}

/** Two commands beside the conversation: the first ends and wakes the model, the second ends after a stop, and goes with the next prompt. */
async function background({ project, session, turn }: Parameters<Step['act']>[0]): Promise<void> {
  if (plans(turn)) return;
  const count = (type: string) => rig.events.items.filter((event) => event.type === type).length;
  const [turns, ended] = [count('turn.end'), count('work.end')];
  const start = (file: string) => change(project, { type: 'prompt', session, text: `Start ${file}`, delivery: 'now' });
  const end = (file: string) => writeFile(join(rig.workspace.path, file), '');
  await start(`go-${turn}-1`);
  await rig.events.waitFor(() => count('turn.end') === turns + 1);
  await end(`go-${turn}-1`);
  await rig.events.waitFor(() => count('turn.end') === turns + 2);
  await start(`go-${turn}-2`);
  await rig.events.waitFor(() => count('turn.end') === turns + 3);
  await change(project, { type: 'stop', session });
  await end(`go-${turn}-2`);
  await rig.events.waitFor(() => count('work.end') === ended + 2);
}

async function prompts(project: Project, session: SessionId, from: number, to: number): Promise<void> {
  for (let turn = from; turn <= to; turn += 1) {
    for (const { every, act } of STEPS) if (turn % every === 0) await act({ project, session, turn });
    const end = await runPrompt(rig, project, session, turn === 1 ? `Prompt 1. Mind that ${SECRET}.` : `Prompt ${turn}. ${FILLER}`);
    expect(end.stop).toBe('complete');
  }
}

async function writeSkill(): Promise<void> {
  const folder = join(rig.workspace.home, 'config', 'skills', 'tidy');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), '---\nname: tidy\ndescription: Tidies.\n---\nTidy it.');
}

/** The text of the messages as sent, still open at the end. */
function openMessages({ bytes }: RecordedRequest): string {
  const body = bytes.toString();
  return body.slice(body.indexOf('"messages":['), body.lastIndexOf(']', body.indexOf('"tools":[')));
}

it('holds over hundreds of turns: only compactions rewrite what was sent, and the first words can still be quoted', async () => {
  rig = await createEngineRig({ config, script: reply });
  await writeSkill();
  let project = await rig.open({ unsafe: true });
  const { summary } = value(await project.createSession({}));
  await prompts(project, summary.id, 1, TURNS / 2);
  await rig.restart();
  project = await rig.open({ unsafe: true });
  await prompts(project, summary.id, TURNS / 2 + 1, TURNS);
  await runPrompt(rig, project, summary.id, 'Which pier does the night ferry leave from?');

  const { requests } = rig.server;
  const compactions = requests.filter(isCompaction).length;
  const rewritten = requests.flatMap((request, index) => {
    const before = requests[index - 1];
    return !before || openMessages(request).startsWith(openMessages(before)) ? [] : [index - 1];
  });
  expect(rewritten.map((index) => requests[index]).filter((request) => !request || !isCompaction(request))).toEqual([]);
  expect(rewritten).toHaveLength(compactions);
  expect(new Set(requests.map(({ bytes }) => bytes.toString().split('"tools":[')[1])).size).toBe(1);

  const view = viewOf(value(await project.openSession(summary.id)));
  expect(view.turns).toBeGreaterThan(TURNS + TURNS / 35 + TURNS / 30 - 2);
  expect({ mode: view.mode, generation: view.generation }).toEqual({ mode: 'build', generation: compactions });
  const told = requests.map(({ bytes }) => bytes.toString());
  for (const mark of [
    '[Skill tidy: active',
    '[Skill tidy: inactive',
    'image_url',
    'Mind the tide of turn 30.',
    '[Result of background command bg_1: done',
  ]) {
    expect({ mark, told: told.some((body) => body.includes(mark)) }).toEqual({ mark, told: true });
  }
  expect(
    rig.events.items.some((event) => event.type === 'message.end' && event.message.role === 'user' && event.message.origin === 'steer'),
  ).toBe(true);
  expect(compactions).toBeGreaterThanOrEqual(5);
  const asked = requests.at(-2);
  expect(asked && openMessages(asked)).not.toContain(SECRET);
  const answer = view.items.findLast((item) => item.kind === 'assistant');
  expect(answer?.blocks).toEqual([{ type: 'text', text: expect.stringContaining(SECRET) }]);
}, 300_000);
