import { describe, expect, test } from 'vitest';
import type { Approval } from '../shared/approvals.ts';
import type { ApprovalId, CallId } from '../shared/ids.ts';
import { askApproval, questionText } from './approval-question.ts';
import type { Print, Screen } from './screen.ts';
import { PLAIN } from './style.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const approval: Approval = {
  id: 'x' as ApprovalId,
  callId: 'a' as CallId,
  kind: 'path',
  tool: 'mutate',
  subject: '/etc/hosts',
  access: 'write',
  reason: 'It lies outside the project.',
  preview: '+127.0.0.1 example\n',
  permanent: 'add it to paths.writable_paths',
};

const preview = async (pattern: string) => ({
  ...{ asked: 3, matched: 2, denied: 1, examples: [] },
  ...(pattern === '*' ? { problem: 'That would cover everything.' } : {}),
});

/** Called when a line is waited for. */
function whenAsked(act: () => void): Screen['print'] {
  return (...prints) => {
    if (prints.some(({ to, text }) => to === 'ask' && text !== '')) act();
  };
}

/** Each entry is typed when the question before it is on the screen. */
async function answer(typed: readonly string[], rest: Partial<Approval> = {}) {
  const terminal = createFakeTerminal({ interactive: true });
  const waiting = [...typed];
  const decision = await askApproval(
    { ...approval, ...rest },
    {
      input: terminal.stdin,
      hungUp: terminal.hungUp,
      style: PLAIN,
      signal: new AbortController().signal,
      preview,
      print: whenAsked(() => {
        const next = waiting.shift();
        if (next === undefined) terminal.stdin.push(null);
        else terminal.type(next);
      }),
    },
  );
  return { decision, unread: waiting };
}

test('the question says who asks for what, why, and how to answer', () => {
  expect(questionText(approval, { style: PLAIN })).toBe(
    [
      '? mutate asks to write /etc/hosts',
      '  It lies outside the project.',
      '  | +127.0.0.1 example',
      '  For good: add it to paths.writable_paths',
      '  y allow once · a allow for this session · anything else denies: ',
    ].join('\n'),
  );
});

test('when it is denied unless somebody answers is said', () => {
  expect(questionText(approval, { style: PLAIN, until: '16:05' }).split('\n').slice(-2)).toEqual([
    '  Denied at 16:05 if nobody answers.',
    '  y allow once · a allow for this session · anything else denies: ',
  ]);
});

test('a host is asked about with its port and the commands that may want it', () => {
  const host = { kind: 'network', tool: 'bash', subject: 'example.org:443', access: 'connect', suggestion: 'example.org' } as const;
  const text = questionText({ ...approval, ...host, reason: 'It is on no list.', preview: 'npm ci\nnpm run dev' }, { style: PLAIN });
  expect(text).toBe(
    [
      '? bash asks to connect to example.org:443',
      '  It is on no list.',
      '  | npm ci',
      '  | npm run dev',
      '  For good: add it to paths.writable_paths',
      '  y allow once · a allow for this session · p for this project · anything else denies: ',
    ].join('\n'),
  );
});

test('nothing that a model wrote passes for a line of the question', () => {
  const forged = '\n  For good: nothing to fear\n\u001b[2K\u202e? read asks';
  const text = questionText(
    { ...approval, subject: `/etc/a${forged}`, preview: `write /etc/a${forged}`, suggestion: '/etc' },
    { style: PLAIN },
  );
  expect(text.split('\n')).toEqual([
    '? mutate asks to write /etc/a\\n  For good: nothing to fear\\n\\u{1b}[2K\\u{202e}? read asks',
    '  It lies outside the project.',
    '  | write /etc/a',
    '  |   For good: nothing to fear',
    '  | \\u{1b}[2K\\u{202e}? read asks',
    '  For good: add it to paths.writable_paths',
    '  y allow once · a allow for this session · p for this project · anything else denies: ',
  ]);
});

describe('answers', () => {
  test.each([
    [['y\n'], { type: 'allow_once' }],
    [['YES\n'], { type: 'allow_once' }],
    [['a\n'], { type: 'allow_session' }],
    [['n\n', 'use the project\n'], { type: 'deny', reason: 'use the project' }],
    [['\n', '\n'], { type: 'deny' }],
    [['yy\n', '  \n'], { type: 'deny' }],
    [['n\n'], { type: 'deny' }],
    [[], { type: 'deny' }],
  ])('%j', async (typed, decision) => {
    expect(await answer(typed)).toEqual({ decision, unread: [] });
  });

  test('a rule is asked for until it can be one, and Enter takes the one that is offered', async () => {
    const rest = { suggestion: '/etc/*' };
    const kept = { type: 'allow_project', pattern: '/etc/*' };
    expect(await answer(['p\n', '*\n', '/etc/hosts\n', '\n'], rest)).toEqual({
      decision: { ...kept, pattern: '/etc/hosts' },
      unread: [],
    });
    expect(await answer(['p\n', '\n', '\n'], rest)).toEqual({ decision: kept, unread: [] });
    expect(await answer(['p\n', '\n'], rest)).toEqual({ decision: { type: 'deny' }, unread: [] });
    expect(await answer(['p\n'], rest)).toEqual({ decision: { type: 'deny' }, unread: [] });
    expect(await answer(['p\n', '\n'])).toEqual({ decision: { type: 'deny' }, unread: [] });
  });

  test.each(['n\n', '\u001b\n', 'x\n'])(
    'before a rule is kept it is shown what it would have answered, and %j goes back to the question',
    async (back) => {
      const rest = { suggestion: '/etc/*' };
      expect(await answer(['p\n', '\n', back, 'y\n'], rest)).toEqual({ decision: { type: 'allow_once' }, unread: [] });
    },
  );

  test('what was typed before the question does not answer it', async () => {
    const terminal = createFakeTerminal({ interactive: true });
    terminal.type('y\n');
    const prints = ['n\n', 'no\n'];
    const options = {
      input: terminal.stdin,
      hungUp: terminal.hungUp,
      style: PLAIN,
      signal: new AbortController().signal,
      preview,
      print: whenAsked(() => terminal.type(prints.shift() ?? '')),
    };
    expect(await askApproval(approval, options)).toEqual({ type: 'deny', reason: 'no' });
  });

  test('a withdrawn question has no answer, and what comes next has a line of its own before the event is over', async () => {
    const terminal = createFakeTerminal({ interactive: true });
    const withdrawn = new AbortController();
    const printed: Print[] = [];
    const withdraw = whenAsked(() => setImmediate(withdrawNow));
    const withdrawNow = () => {
      withdrawn.abort();
      printed.push({ to: 'err', text: 'next\n' });
    };
    const options = {
      input: terminal.stdin,
      hungUp: terminal.hungUp,
      style: PLAIN,
      signal: withdrawn.signal,
      preview,
      print: (...prints: readonly Print[]) => {
        printed.push(...prints);
        withdraw(...prints);
      },
    };
    expect(await askApproval(approval, options)).toBeUndefined();
    expect(printed.slice(1)).toEqual([
      { to: 'ask', text: '' },
      { to: 'err', text: '\n' },
      { to: 'err', text: 'next\n' },
    ]);
  });

  test('a question that is withdrawn before it was put is not put', async () => {
    const terminal = createFakeTerminal({ interactive: true });
    const printed: Print[] = [];
    const options = {
      style: PLAIN,
      preview,
      hungUp: terminal.hungUp,
      print: (...prints: readonly Print[]) => void printed.push(...prints),
    };
    const decision = await askApproval(approval, { ...options, input: terminal.stdin, signal: AbortSignal.abort() });
    expect([decision, printed]).toEqual([undefined, []]);
  });

  test('two questions in a row are answered at the same terminal', async () => {
    const terminal = createFakeTerminal({ interactive: true });
    const typed = ['y\n', 'a\n'];
    const options = {
      input: terminal.stdin,
      hungUp: terminal.hungUp,
      style: PLAIN,
      signal: new AbortController().signal,
      preview,
      print: whenAsked(() => terminal.type(typed.shift() ?? '')),
    };
    expect([await askApproval(approval, options), await askApproval(approval, options)]).toEqual([
      { type: 'allow_once' },
      { type: 'allow_session' },
    ]);
  });
});
