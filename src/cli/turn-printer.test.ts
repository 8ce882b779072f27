import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../shared/events.ts';
import type { CallId, MessageId, SessionId, TurnId } from '../shared/ids.ts';
import type { AssistantBlock } from '../shared/messages.ts';
import { NO_USAGE } from '../shared/usage.ts';
import type { Print } from './screen.ts';
import { PLAIN } from './style.ts';
import { createTurnPrinter } from './turn-printer.ts';

const message = 'm1' as MessageId;
const call = (id: string) => id as CallId;
const text = (piece: string): SessionEvent => ({ type: 'message.update', message, kind: 'text', text: piece });
const answered = (...blocks: AssistantBlock[]): SessionEvent => ({
  type: 'message.end',
  message: { role: 'assistant', id: message, model: 'p/m', blocks, stop: 'complete' },
});
const bash = (id: string, command: string): AssistantBlock => ({
  type: 'tool_call',
  id: call(id),
  name: 'bash',
  arguments: JSON.stringify({ command }),
});
const started = (id: string): SessionEvent => ({ type: 'tool.start', call: call(id), name: 'bash' });
const ended = (id: string): SessionEvent => ({ type: 'tool.end', call: call(id), name: 'bash', text: '', isError: false, duration: 5 });

const turnEnd: Extract<SessionEvent, { type: 'turn.end' }> = {
  type: 'turn.end',
  turn: 't1' as TurnId,
  stop: 'complete',
  rounds: 2,
  usage: { ...NO_USAGE, input: 12_340, cacheRead: 8_000, output: 456 },
  duration: 3_400,
  files: [{ path: 'a.ts', change: 'modified', added: 3, removed: 1 }],
};

function printed(events: readonly SessionEvent[], outIsTerminal = true): Print[] {
  const printer = createTurnPrinter({ style: PLAIN, outIsTerminal });
  return events.flatMap((event) => printer(event));
}

describe('an answer', () => {
  test('goes to out as it comes and ends its line; the whole message is not repeated', () => {
    expect(printed([text('Hel'), text('lo'), answered({ type: 'text', text: 'Hello' })])).toEqual([
      { to: 'out', text: 'Hel' },
      { to: 'out', text: 'lo' },
      { to: 'out', text: '\n' },
    ]);
  });

  test('that was not streamed is printed whole', () => {
    expect(printed([answered({ type: 'text', text: 'Hello\n' })])).toEqual([{ to: 'out', text: 'Hello\n' }]);
  });

  test('that breaks off is withdrawn aloud, and its successor is printed', () => {
    expect(printed([text('Hal'), { type: 'message.reset', message }, answered({ type: 'text', text: 'Hello' })])).toEqual([
      { to: 'out', text: 'Hal' },
      { to: 'out', text: '\n' },
      { to: 'err', text: 'The answer above broke off and is withdrawn; it follows anew.\n' },
      { to: 'out', text: 'Hello' },
      { to: 'out', text: '\n' },
    ]);
  });

  test('cannot steer a terminal, and is untouched elsewhere', () => {
    const piece = text('\u001b[2Jred\u0007\n');
    expect(printed([piece])).toEqual([{ to: 'out', text: '[2Jred\n' }]);
    expect(printed([piece], false)).toEqual([{ to: 'out', text: '\u001b[2Jred\u0007\n' }]);
  });
});

test('calls: one status line while they run, one line each as they end', () => {
  expect(printed([answered(bash('a', 'npm test'), bash('b', 'ls')), started('a'), started('b'), ended('a'), ended('b')])).toEqual([
    { to: 'status', text: '• bash npm test …' },
    { to: 'status', text: '• bash npm test … (and 1 more)' },
    { to: 'err', text: '• bash npm test … ok 5 ms\n' },
    { to: 'status', text: '• bash ls …' },
    { to: 'err', text: '• bash ls … ok 5 ms\n' },
  ]);
});

test('pictures that are left out are told as a notice', () => {
  const omit: SessionEvent = {
    type: 'pictures.omit',
    cause: 'limit',
    pictures: [],
    after: 9,
    message: '7 of 12 are left out.',
    hint: 'They stay.',
  };
  expect(printed([omit])).toEqual([{ to: 'err', text: '7 of 12 are left out. They stay.\n' }]);
});

test('notices carry their level in words', () => {
  const notice = (level: 'info' | 'warning' | 'error'): SessionEvent => ({
    type: 'notice',
    level,
    code: 'retry',
    message: 'It waits.',
    hint: 'Do it.',
  });
  expect(printed([notice('info'), notice('warning'), notice('error')])).toEqual([
    { to: 'err', text: 'It waits. Do it.\n' },
    { to: 'err', text: 'warning: It waits. Do it.\n' },
    { to: 'err', text: 'error: It waits. Do it.\n' },
  ]);
});

describe('the last line', () => {
  test('sums the turn up', () => {
    expect(printed([turnEnd])).toEqual([
      { to: 'err', text: '1 file +3 -1 · 2 rounds · 12,340 (8,000 cached) tokens in, 456 out · 3.4 s\n' },
    ]);
  });

  test('says what the turn cost, who else asked, and what the session cost in all', () => {
    const one = (cost: number) => ({ requests: 1, cost, unpriced: 0 });
    const spent = { own: one(32_100_000), children: one(12_000_000) };
    const printer = createTurnPrinter({
      style: PLAIN,
      outIsTerminal: true,
      spent: () => ({ own: { requests: 3, cost: 1_500_000_000, unpriced: 1 } }),
    });
    expect(printer({ ...turnEnd, files: [], spent })).toEqual([
      {
        to: 'err',
        text: '2 rounds · 12,340 (8,000 cached) tokens in, 456 out · $0.0441 (children $0.0120) · session at least $1.50 · 3.4 s\n',
      },
    ]);
    expect(printed([{ ...turnEnd, files: [], spent: { own: { requests: 2, cost: 0, unpriced: 2 } } }])).toEqual([
      { to: 'err', text: '2 rounds · 12,340 (8,000 cached) tokens in, 456 out · price unknown · 3.4 s\n' },
    ]);
  });

  test('leads with why the turn stopped, after the words about it', () => {
    expect(
      printed([text('Half'), { ...turnEnd, stop: 'error', message: 'The server is gone.', hint: 'Start it.', files: [], rounds: 1 }]),
    ).toEqual([
      { to: 'out', text: 'Half' },
      { to: 'out', text: '\n' },
      { to: 'err', text: 'The server is gone.\n' },
      { to: 'err', text: 'Start it.\n' },
      { to: 'err', text: 'stopped: error · 1 round · 12,340 (8,000 cached) tokens in, 456 out · 3.4 s\n' },
    ]);
  });
});

describe('a child', () => {
  const child = 'c'.repeat(32) as SessionId;
  const start: SessionEvent = { type: 'child.start', child, call: call('a'), agent: 'explore', task: 'Find it.' };
  const end = {
    type: 'child.end',
    child,
    stop: 'complete',
    status: 'done',
    rounds: 3,
    usage: NO_USAGE,
    cost: 12_300_000,
    duration: 4_200,
  } as const;

  test('has a line that follows it, then one of its own in place of that of its call', () => {
    const update: SessionEvent = { type: 'child.update', child, operation: 'grep foo' };
    const rounds: SessionEvent = { type: 'child.update', child, rounds: 1 };
    expect(printed([start, { type: 'child.update', child, state: 'queued' }, update, rounds, end, ended('a')])).toEqual([
      { to: 'status', text: '• explore: Find it. …' },
      { to: 'status', text: '• explore: Find it. … waits for a free place' },
      { to: 'status', text: '• explore: Find it. … grep foo' },
      { to: 'err', text: '• explore: Find it. … done 3 requests · $0.0123 · 4.2 s\n' },
    ]);
  });

  test('that is not done says why, and a call that started none keeps its line', () => {
    expect(printed([start, { ...end, status: 'partial', reason: 'Its time of 60 s was over.' }, ended('b')])).toEqual([
      { to: 'status', text: '• explore: Find it. …' },
      { to: 'err', text: '• explore: Find it. … partial: Its time of 60 s was over. 3 requests · $0.0123 · 4.2 s\n' },
      { to: 'err', text: '• bash … ok 5 ms\n' },
    ]);
  });
});
