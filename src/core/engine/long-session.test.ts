import { afterEach, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { ChatRequestBody } from '../testing/chat-request-check.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';
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
  if (/Prompt \d*0\./.test(textOf(last))) return { calls: [{ name: 'ls', arguments: {} }], usage };
  return { text: FILLER, usage };
}

async function prompts(project: Project, session: SessionId, from: number, to: number): Promise<void> {
  for (let turn = from; turn <= to; turn += 1) {
    if (turn % 50 === 0) value(await project.command({ type: 'session.mode', session, mode: turn % 100 === 0 ? 'build' : 'plan' }));
    const end = await runPrompt(rig, project, session, turn === 1 ? `Prompt 1. Mind that ${SECRET}.` : `Prompt ${turn}. ${FILLER}`);
    expect(end.stop).toBe('complete');
  }
}

/** The text of the messages as sent, still open at the end. */
function openMessages({ bytes }: RecordedRequest): string {
  const body = bytes.toString();
  return body.slice(body.indexOf('"messages":['), body.lastIndexOf(']', body.indexOf('"tools":[')));
}

it('holds over hundreds of turns: only compactions rewrite what was sent, and the first words can still be quoted', async () => {
  rig = await createEngineRig({ config, script: reply });
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

  const view = fold(emptyView(), value(await project.openSession(summary.id)).events);
  expect({ turns: view.turns, mode: view.mode, generation: view.generation }).toEqual({
    turns: TURNS + 1,
    mode: 'build',
    generation: compactions,
  });
  expect(compactions).toBeGreaterThanOrEqual(5);
  const asked = requests.at(-2);
  expect(asked && openMessages(asked)).not.toContain(SECRET);
  const answer = view.items.findLast((item) => item.kind === 'assistant');
  expect(answer?.blocks).toEqual([{ type: 'text', text: expect.stringContaining(SECRET) }]);
}, 120_000);
