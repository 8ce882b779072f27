import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message, ToolCallBlock } from '../../../shared/messages.ts';
import { copyDemo } from '../../config/demo-project.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { collect, countingIds, modelRequest, userMessage } from '../../testing/provider-rig.ts';
import type { StreamEnd } from '../provider.ts';
import { createDemoModel } from './demo-model.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', '..', '..', 'resources', 'demo');
const CONTEXT = { ...userMessage('# Tally, the sample project\n- Run `node --test --test-reporter=spec`.'), origin: 'notice' } as Message;

type Result = { readonly text: string; readonly isError: boolean };
type Answers = (call: ToolCallBlock, round: number) => Result | Promise<Result>;

const fine = (text: string): Result => ({ text, isError: false });
const bad = (text: string): Result => ({ text, isError: true });

/** A clock on which everything waits no time at all. */
const instant = { now: () => 0, monotonic: () => 0, sleep: async () => {} };

/** Plays a whole turn against these tool results; returns what was said and called, in order. */
async function playTurn(prompt: string, answers: Answers, history: readonly Message[] = [CONTEXT]) {
  const model = createDemoModel(instant, countingIds());
  const messages: Message[] = [...history, userMessage(prompt)];
  const calls: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const end = (await collect(model.stream(modelRequest(messages)))).at(-1) as StreamEnd;
    const blocks = [...end.blocks];
    messages.push({ role: 'assistant', id: `a${round}` as never, model: 'demo/fix-the-test', blocks, stop: end.stop as 'complete' });
    const made = blocks.filter((block) => block.type === 'tool_call');
    if (made.length === 0)
      return { calls, said: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''), stop: end.stop };
    for (const call of made) {
      calls.push(`${call.name} ${call.arguments}`);
      messages.push({ role: 'tool', callId: call.id, name: call.name, ...(await answers(call, round)) });
    }
  }
  throw new Error('the script goes on for ever');
}

const AGENTS = fine(
  '[AGENTS.md: lines 1-3 of 3; file_hash 0badcafe]\n- Run the tests with `node --test --test-reporter=spec` before and after a change.',
);
const LIST = '✖ failing tests:\n\ntest at test/split.test.js:9:1\n✖ the shares of an amount always add up to it (1.02ms)';
const RED = bad(`exit_code 1\nℹ pass 10\nℹ fail 1\n\n${LIST}`);
const GREEN = fine('exit_code 0\nℹ pass 11\nℹ fail 0');

async function source(): Promise<Result> {
  return fine(`[src/split.js: lines 1-9 of 9; file_hash 12345678]\n${await readFile(join(SAMPLE, 'src', 'split.js'), 'utf8')}`);
}

/** The sample as it is shipped, with these results of the bash calls in order, and of the change. */
function sampleAnswers(bash: readonly Result[], mutate = fine('operations_applied 1')): Answers {
  const left = [...bash];
  return (call) => {
    if (call.name === 'bash') return left.shift() ?? bad('no more commands');
    if (call.name === 'mutate') return mutate;
    if (call.name === 'read' && call.arguments.includes('split.js"')) return source();
    return AGENTS;
  };
}

test('the whole story uses the tools in order and reports the numbers it was given', async () => {
  const { calls, said, stop } = await playTurn('Fix the failing test', sampleAnswers([RED, GREEN]));
  expect(calls.map((call) => call.slice(0, 60))).toEqual([
    'read {"path":"AGENTS.md"}',
    'read {"path":"README.md"}',
    'ls {"path":".","recursive":true}',
    'bash {"command":"node --test --test-reporter=spec","timeout_',
    'grep {"pattern":"splitEvenly","path":"."}',
    'read {"path":"test/split.test.js"}',
    'read {"path":"src/split.js"}',
    'mutate {"operations":[{"type":"replace","path":"src/split.js',
    'bash {"command":"node --test --test-reporter=spec","timeout_',
  ]);
  expect(calls[7]).toContain('"file_hash":"12345678"');
  expect([stop, said.slice(0, 150)]).toEqual([
    'complete',
    '**Fixed.** Every test passes now.\n\n| tests | before | after |\n| --- | ---: | ---: |\n| passing | 10 | 11 |\n| failing | 1 | 0 |\n\nIn `src/split.js`, `spl',
  ]);
});

test.each<[string, Answers, string]>([
  [
    'the tests still fail',
    sampleAnswers([RED, RED]),
    '**Not fixed.** I changed `src/split.js`, but tests still fail:\n\n- the shares of an amount always add up to it (`test/split.test.js`)',
  ],
  ['nothing failed to begin with', sampleAnswers([GREEN]), 'All 11 tests pass, so there is nothing to fix.'],
  [
    'commands are refused',
    sampleAnswers([bad('bubblewrap is not installed. Install it.')]),
    '**Changed, but not proven.** The tests could not be run: bubblewrap is not installed. Install it.',
  ],
  [
    'there is no node',
    sampleAnswers([bad('exit_code 127\n[stderr]\nbash: node: command not found')]),
    '**Changed, but not proven.** The tests could not be run: exit code 127, "bash: node: command not found".',
  ],
  [
    'the second run is stopped',
    sampleAnswers([RED, bad('exit_code -1\nNot finished after 60 s')]),
    '**Changed, but not proven.** The tests could not be run: exit code -1, "Not finished after 60 s".',
  ],
  [
    'the change is refused',
    sampleAnswers([RED], bad('Nothing was changed: 1 of 1 operations failed.')),
    'The change was not made: Nothing was changed: 1 of 1 operations failed.',
  ],
])('when %s, it says so', async (_, answers, beginning) => {
  const { said } = await playTurn('Fix the failing test', answers);
  expect(said.slice(0, beginning.length)).toBe(beginning);
});

test('a source that it does not know is left alone', async () => {
  const answers = sampleAnswers([RED]);
  const { calls, said } = await playTurn('Fix the bug', (call, round) =>
    call.arguments.includes('src/split.js') ? fine('something else') : answers(call, round),
  );
  expect([calls.some((call) => call.startsWith('mutate')), said]).toEqual([
    false,
    'I stop here: `src/split.js` does not hold the line I know. I am a script and can only fix the mistake that the sample came with. Nothing was changed.',
  ]);
});

test('it shows the real diff, runs the tests alone, and says what it cannot do', async () => {
  const diff = await playTurn('show me the diff', () => fine('exit_code 0\n-old\n+new'));
  const none = await playTurn('show me the diff', () => fine('exit_code 0'));
  const failed = await playTurn('show me the diff', () => bad('exit_code 128\n[stderr]\nfatal'));
  const tests = await playTurn('run the tests', () => RED);
  const help = await playTurn('write a poem', () => fine(''));
  expect([diff.said, none.said, failed.said, tests.said, help.calls, help.said.slice(0, 58)]).toEqual([
    'This is what differs from the last commit:\n\n````diff\n-old\n+new\n````',
    'Nothing differs from the last commit.',
    'git could not show the changes: exit_code 128',
    '10 tests pass, 1 fail:\n\n- the shares of an amount always add up to it\n\nAsk me to **fix the failing test**.',
    [],
    'I am the built-in demo: a script, not a language model, so',
  ]);
});

test('in any other project it touches nothing and says how to set up a model', async () => {
  const { calls, said } = await playTurn('Fix the failing test', () => fine(''), [userMessage('# Another project')]);
  expect([calls, said.includes('I leave this one alone'), said.includes('default_model:')]).toEqual([[], true, true]);
});

test('it is a script, writes in small pieces on the clock, and stops when it is told to', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const model = createDemoModel(clock, countingIds());
  const events = collect(model.stream(modelRequest([CONTEXT, userMessage('hello')], { signal: controller.signal })));
  await clock.advance(16 * 3);
  controller.abort();
  expect([model.info, await events]).toEqual([
    { provider: 'demo', id: 'fix-the-test', scripted: true },
    [
      { type: 'delta', kind: 'text', text: 'I am the ' },
      { type: 'delta', kind: 'text', text: 'built-in demo: ' },
      { type: 'delta', kind: 'text', text: 'a script, not ' },
      { type: 'end', stop: 'cancelled', blocks: [{ type: 'text', text: 'I am the built-in demo: a script, not ' }] },
    ],
  ]);
});

test('in the bundled sample one test really fails, and the change really fixes it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'steiner-tally-'));
  const project = join(root, 'tally');
  await copyDemo(SAMPLE, project);
  const { said } = await playTurn('Fix the failing test', (call) => useRealTools(call, project));
  await rm(root, { recursive: true, maxRetries: 10 });
  expect(said).toContain('| passing | 10 | 11 |\n| failing | 1 | 0 |');
}, 120_000);

async function useRealTools(call: ToolCallBlock, project: string): Promise<Result> {
  const input = JSON.parse(call.arguments);
  if (call.name === 'read') return fine(await readFile(join(project, input.path), 'utf8'));
  if (call.name === 'bash') return runShell(input.command, project);
  if (call.name !== 'mutate') return fine('');
  const [{ path, old_string: before, new_string: after }] = input.operations;
  const text = await readFile(join(project, path), 'utf8');
  await writeFile(
    join(project, path),
    text.replace(before, () => after),
  );
  return fine('operations_applied 1');
}

function runShell(command: string, cwd: string): Promise<Result> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd, env }, (error, stdout) =>
      resolve({ text: `exit_code ${error?.code ?? 0}\n${stdout}`, isError: error !== null }),
    );
  });
}
