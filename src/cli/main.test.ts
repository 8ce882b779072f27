import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { SessionEvent } from '../shared/events.ts';
import type { ApprovalId, CallId, MessageId, TurnId } from '../shared/ids.ts';
import type { Problem } from '../shared/problem.ts';
import { err, ok } from '../shared/result.ts';
import type { StopReason } from '../shared/session.ts';
import { NO_USAGE } from '../shared/usage.ts';
import { main } from './main.ts';
import { createFakeEngine, type FakeEngineOptions, SESSION, TIME } from './testing/fake-engine.ts';
import { createFakeTerminal, type FakeTerminal } from './testing/fake-terminal.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'steiner-cli-')));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

const turnEnd = (stop: StopReason = 'complete'): SessionEvent => ({
  type: 'turn.end',
  turn: 't1' as TurnId,
  stop,
  rounds: 1,
  usage: NO_USAGE,
  duration: 5,
  files: [],
});
const text = (piece: string): SessionEvent => ({ type: 'message.update', message: 'm1' as MessageId, kind: 'text', text: piece });
const SUMMARY = '1 round · 0 tokens in, 0 out · 5 ms\n';

/** Answers the prompt, and stops when told to. */
const answering: FakeEngineOptions = {
  onCommand: (command, show) => {
    if (command.type === 'prompt') show(text('Done.\n'), turnEnd());
  },
};
const endless: FakeEngineOptions = {
  onCommand: (command, show) => {
    if (command.type === 'stop') show(turnEnd('cancelled'));
  },
};
const noModel: Problem = { code: 'no_model', message: 'No model is configured.', hint: 'Add a provider.', safe: 'Nothing was changed.' };

function start(args: readonly string[], options: FakeEngineOptions = {}, terminal: FakeTerminal = createFakeTerminal({ cwd: folder })) {
  const engine = createFakeEngine(options);
  const killed: string[] = [];
  const code = main({
    args,
    terminal,
    installation: { root: folder },
    openRuntime: async () => ({
      engine,
      kill: async () => void killed.push('killed'),
      report: (bug) => `/log of ${String(bug)}`,
    }),
  });
  return { code, terminal, engine, killed };
}

async function run(args: readonly string[], options?: FakeEngineOptions, terminal?: FakeTerminal) {
  const started = start(args, options, terminal);
  const code = await started.code;
  return { code, out: started.terminal.out(), err: started.terminal.err(), calls: started.engine.calls.items };
}

describe('without a turn', () => {
  test('--version and --help need no engine', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '', calls: [] });
    const { code, out, calls } = await run(['exec', '--help']);
    expect({ code, first: out.split('\n').slice(0, 2), calls }).toEqual({
      code: 0,
      first: ['Usage', '  steiner exec "<prompt>" [options]'],
      calls: [],
    });
  });

  test.each([
    [['exce', 'x'], 'error: There is no command or folder "exce". Did you mean exec?\nSee steiner --help\n'],
    [['zzz'], 'error: There is no command or folder "zzz".\nSee steiner --help\n'],
    [['exec', '--jsn', 'x'], 'error: Unknown option --jsn. Did you mean --json?\nSee steiner exec --help\n'],
    [['doctor', 'x'], 'error: Unexpected argument "x".\nSee steiner doctor --help\n'],
    [['exec'], 'error: There is no prompt.\nUsage: steiner exec "<prompt>", or pipe the prompt in. See steiner exec --help\n'],
  ])('%j is refused with 2', async (args, err) => {
    expect(await run(args)).toEqual({ code: 2, out: '', err, calls: [] });
  });

  test('doctor fails when a check failed', async () => {
    const doctor = [
      { id: 'a', title: 'Git', state: 'ok', message: '2.39' },
      { id: 'b', title: 'Sandbox', state: 'failed', message: 'bwrap is missing.', hint: 'Install it.' },
    ] as const;
    expect(await run(['doctor'], { doctor })).toEqual({
      code: 1,
      out: 'ok      Git: 2.39\nfailed  Sandbox: bwrap is missing.\n        Install it.\n',
      err: '',
      calls: ['engine closed'],
    });
  });

  test('the escape suite is a summary by area with each broken case, and fails for one', async () => {
    const results = [
      { id: 'a', area: 'links', title: 'A holds', result: 'held' },
      { id: 'b', area: 'links', title: 'B holds', result: 'broken', detail: 'it did not' },
      { id: 'c', area: 'mounts', title: 'C holds', result: 'not-applicable', detail: 'no mounts here' },
    ] as const;
    expect(await run(['doctor', '--escape-suite'], { escapes: ok(results) })).toMatchObject({
      code: 1,
      out: 'broken links: 1 of 2\nheld   mounts: 0 of 1\nnot tried c: no mounts here\nbroken b: B holds\n        it did not\n1 of 3 held, 1 broken, 1 cannot be tried here.\n',
    });
    expect(await run(['doctor', '--escape-suite', '--json'], { escapes: ok(results.slice(0, 1)) })).toMatchObject({
      code: 0,
      out: `${JSON.stringify(results[0])}\n`,
    });
    const off = { code: 'sandbox_unavailable', message: 'The sandbox is off.', hint: 'Turn it on.' } as const;
    expect(await run(['doctor', '--escape-suite'], { escapes: err(off) })).toMatchObject({
      code: 1,
      out: '',
      err: 'error: The sandbox is off.\nTurn it on.\n',
    });
  });

  test('sessions and models are tables, or one object per line', async () => {
    const sessions = [
      { id: SESSION, title: 'Fix\nit', createdAt: TIME, updatedAt: TIME, model: 'p/m', turns: 2, lastStop: 'complete', readOnly: false },
    ] as const;
    const models = [{ ref: 'main', provider: 'p', id: 'm', scripted: false, default: true, contextWindow: 8_000 }];
    expect((await run(['sessions'], { sessions })).out).toBe(`${SESSION}  2025-06-15 15:06  2 turns  complete  Fix it\n`);
    expect((await run(['models'], { models })).out).toBe('main  p/m  8,000 tokens    default\n');
    expect((await run(['models', '--json'], { models })).out).toBe(`${JSON.stringify(models[0])}\n`);
  });
});

describe('exec', () => {
  test('prints the answer to out and the summary to err', async () => {
    expect(await run(['exec', 'fix', 'it', '--model', 'a/b'], answering)).toEqual({
      code: 0,
      out: 'Done.\n',
      err: SUMMARY,
      calls: [
        { open: folder, model: 'a/b', unsafe: undefined, approvals: 'refuse' },
        { type: 'prompt', session: SESSION, text: 'fix it', delivery: 'now' },
        'engine closed',
      ],
    });
  });

  test('takes a piped prompt whole', async () => {
    const terminal = createFakeTerminal({ interactive: true, cwd: folder });
    Object.assign(terminal.stdin, { isTTY: false });
    terminal.type('first\nsecond\n');
    terminal.stdin.push(null);
    const { calls } = await run(['exec'], answering, terminal);
    expect(calls[1]).toEqual({ type: 'prompt', session: SESSION, text: 'first\nsecond', delivery: 'now' });
  });

  test('--json gives every event of the session, numbered without gaps, and nothing else', async () => {
    const { out, err } = await run(['exec', 'x', '--json'], answering);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ err, lines: lines.map(({ session, seq, time, event }) => [session, seq, time, event.type]) }).toEqual({
      err: '',
      lines: ['session.start', 'message.update', 'turn.end', 'session.end'].map((type, index) => [SESSION, index + 1, TIME, type]),
    });
  });

  test.each([
    ['opening', { openProblem: { ...noModel, code: 'folder_missing' as const } }, 1],
    ['the project', { info: { problem: noModel } }, 5],
    ['making the session', { createProblem: noModel }, 5],
  ])('a problem of %s is told in plain lines', async (_, options, code) => {
    const { calls: _calls, ...rest } = await run(['exec', 'x'], options);
    expect(rest).toEqual({ code, out: '', err: 'error: No model is configured.\nNothing was changed.\nAdd a provider.\n' });
  });

  test('a switched-off sandbox is said', async () => {
    const off = { ...answering, info: { sandbox: { state: 'off', writable: [], network: 'host' } } } as const;
    expect((await run(['exec', 'x', '--unsafe'], off)).err).toBe(
      `warning: The sandbox is off: commands run with all your rights.\n${SUMMARY}`,
    );
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s stops the turn and what was done is told', async (signal, code) => {
    const { terminal, engine, ...started } = start(['exec', 'x'], endless);
    await engine.calls.waitFor((call) => typeof call === 'object' && call !== null && 'text' in call);
    terminal.raise(signal);
    expect({ code: await started.code, err: terminal.err(), last: engine.calls.items.slice(-2) }).toEqual({
      code,
      err: `stopped: cancelled · ${SUMMARY}Go on with: steiner exec --resume 01234567\n`,
      last: [{ type: 'stop', session: SESSION }, 'engine closed'],
    });
  });

  test('a reader that goes away stops the turn without a word', async () => {
    const { terminal, engine, ...started } = start(['exec', 'x'], endless);
    await engine.calls.waitFor((call) => typeof call === 'object' && call !== null && 'text' in call);
    terminal.stdout.emit('error', new Error('write EPIPE'));
    expect(await started.code).toBe(141);
  });

  test('an approval is answered at the terminal', async () => {
    const approval = {
      id: 'x' as ApprovalId,
      callId: 'a' as CallId,
      kind: 'path',
      tool: 'read',
      subject: '/etc/hosts',
      access: 'read',
      reason: 'Outside.',
      preview: '',
      permanent: 'Add it.',
    } as const;
    const asking: FakeEngineOptions = {
      onCommand: (command, show) => {
        if (command.type === 'prompt') show({ type: 'approval.start', approval });
        if (command.type === 'approval.answer') show(turnEnd());
      },
    };
    const terminal = createFakeTerminal({ interactive: true, cwd: folder, env: { NO_COLOR: '1' } });
    const { engine, ...started } = start(['exec', 'x'], asking, terminal);
    await terminal.written.waitFor(({ text: shown }) => shown.includes('anything else denies'));
    terminal.type('y\n');
    expect({ code: await started.code, calls: engine.calls.items }).toEqual({
      code: 0,
      calls: [
        { open: folder, model: undefined, unsafe: undefined, approvals: 'person' },
        { type: 'prompt', session: SESSION, text: 'x', delivery: 'now' },
        { type: 'approval.answer', session: SESSION, approval: 'x', decision: { type: 'allow_once' } },
        'engine closed',
      ],
    });
  });

  test('a bug is one line with the log file, and every process is ended', async () => {
    const { terminal, engine, killed, ...started } = start(['exec', 'x'], endless);
    await engine.calls.waitFor((call) => typeof call === 'object' && call !== null && 'text' in call);
    terminal.fault(new Error('boom'));
    expect({ code: await started.code, err: terminal.err(), killed }).toEqual({
      code: 1,
      err: 'error: Steiner failed because of a fault of its own; details are in /log of Error: boom\n',
      killed: ['killed'],
    });
  });
});

test('demo is labelled, shows the diff and says where the project is', async () => {
  const changing: FakeEngineOptions = {
    onCommand: (command, show) => {
      if (command.type !== 'prompt') return;
      const changes = [{ path: 'a.js', change: 'modified', added: 1, removed: 1, patch: '@@ -1 +1 @@\n-old\n+new\n' }] as const;
      show({
        type: 'tool.end',
        call: 'a' as CallId,
        name: 'mutate',
        text: '',
        isError: false,
        duration: 5,
        detail: { kind: 'mutate', changes: [...changes] },
      });
      show(turnEnd());
    },
  };
  expect(await run(['demo'], changing)).toEqual({
    code: 0,
    out: 'a.js +1 -1\n@@ -1 +1 @@\n-old\n+new\n',
    err: [
      'This is a scripted demo, not a model. Tools, sandbox, files and tests are real.',
      '> A test of this project fails. Find out why, fix it, and run the tests again.',
      '• mutate a.js … +1 -1 5 ms',
      `${SUMMARY}The sample project is in /project`,
      '',
    ].join('\n'),
    calls: [{ demo: { resources: join(folder, 'resources'), fresh: true } }, expect.objectContaining({ type: 'prompt' }), 'engine closed'],
  });
});
