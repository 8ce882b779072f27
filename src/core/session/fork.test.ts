import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { messageIdSchema, type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import { type Message, toolCalls } from '../../shared/messages.ts';
import { halfTurn } from './conversation.ts';
import { exportJson, importJson } from './export-json.ts';
import { exportMarkdown } from './export-markdown.ts';
import { forkOf, type Seed } from './fork.ts';
import { Memory } from './memory.ts';
import { cacheKeyOf } from './restore.ts';
import { messageIds, sessions } from './testing/session-arbitraries.ts';

const FORK = sessionIdSchema.parse('f'.repeat(32));
const NOW = 1_000;

function fork(events: readonly Stamped[], at?: string, id: SessionId = FORK): Seed {
  const made = forkOf(events, { id, now: NOW, at });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

/** Every call has exactly one result, no turn is open and nothing waits to be said. */
function isWhole(events: readonly Stamped[]): boolean {
  const messages = new Memory(events).messages;
  const asked = messages.flatMap((message) => (message.role === 'assistant' ? toolCalls(message).map(({ id }) => id) : []));
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  const { queue, turn, work, untold } = fold(emptyView(), events);
  const open = [...queue, ...work, ...untold].length;
  return JSON.stringify(asked) === JSON.stringify(answered) && halfTurn(events) === undefined && open === 0 && turn === undefined;
}

function startsWith(whole: readonly Message[], part: readonly Message[]): void {
  expect(whole.slice(0, part.length)).toEqual(part);
}

describe('a fork', () => {
  it('of everything says to the model what was said, and is whole', () => {
    fc.assert(
      fc.property(sessions, (events) => {
        const made = fork(events);
        startsWith(new Memory(made.events).messages, new Memory(events).messages);
        expect(isWhole(made.events)).toBe(true);
      }),
    );
  });

  it('at any message begins as the session did and ends there', () => {
    fc.assert(
      fc.property(sessions, fc.nat(), (events, seed) => {
        const ids = messageIds(events);
        const at = ids[seed % Math.max(1, ids.length)];
        if (at === undefined) return;
        const { events: forked, draft } = fork(events, at);
        const own = at.endsWith('-answer');
        const expected = ids.slice(0, ids.indexOf(at) + (own ? 1 : 0));
        expect({ ids: messageIds(forked), whole: isWhole(forked), draft }).toEqual({
          ids: expected,
          whole: true,
          draft: own || at.endsWith('-told') ? '' : `say ${at}`,
        });
      }),
    );
  });

  it('is known to providers as the session it came from, also when forked again', () => {
    fc.assert(
      fc.property(sessions, (events) => {
        const again = fork(fork(events).events, undefined, sessionIdSchema.parse('e'.repeat(32)));
        expect({ key: cacheKeyOf(again.events, 'other'), title: again.title }).toEqual({ key: 'b'.repeat(32), title: 'Fork of: Title' });
      }),
    );
  });

  it('has the name that the session has now, also where it ends before that was given', () => {
    const prompt = { role: 'user', id: messageIdSchema.parse('m1'), origin: 'prompt', text: 'say m1' } as const;
    const events: Stamped[] = [
      { time: 0, event: { type: 'session.start', session: FORK, project: '/p', title: 'New session', model: 'p/m' } },
      { time: 0, event: { type: 'message.end', message: prompt } },
      { time: 0, event: { type: 'session.update', title: 'Ferries' } },
    ];
    expect(fork(events, 'm1').title).toBe('Fork of: Ferries');
  });

  it('of a message that is not there is refused', () => {
    expect(forkOf([], { id: FORK, now: NOW, at: 'x' })).toMatchObject({ error: { code: 'bad_request' } });
  });
});

describe('an exported session', () => {
  it('comes back with the same conversation and transcript', () => {
    fc.assert(
      fc.property(sessions, (events) => {
        const back = importJson(exportJson(events), { id: FORK, project: '/q', now: NOW });
        if (!back.ok) throw new Error(back.error.detail);
        startsWith(new Memory(back.value.seed.events).messages, new Memory(events).messages);
        const [was, is] = [fold(emptyView(), events), fold(emptyView(), back.value.seed.events)];
        expect({ title: is.title, id: is.id, project: is.project }).toEqual({ title: 'Title', id: FORK, project: '/q' });
        expect(is.items.length).toBeGreaterThanOrEqual(was.items.length);
      }),
    );
  });

  it.each(['', '{}', '[1]', '{"format":"steiner-session","version":1,"events":[{"time":1,"event":{"type":"shell"}}]}'])(
    'refuses %j',
    (text) => {
      expect(importJson(text, { id: FORK, project: '/q', now: NOW })).toMatchObject({ ok: false, error: { code: 'import_invalid' } });
    },
  );

  it('of which a line is gone is refused, and one of an earlier version, which does not say how many there are, is taken', () => {
    const events: readonly Stamped[] = [
      { time: 0, event: { type: 'session.start', session: FORK, project: '/p', title: 'A', model: 'p/m' } },
      { time: 0, event: { type: 'notice', level: 'info', code: 'problem', message: 'one' } },
      { time: 0, event: { type: 'notice', level: 'info', code: 'problem', message: 'two' } },
    ];
    const lines = exportJson(events).split('\n');
    const cut = [lines[0], lines[1], lines[3], lines[4]].join('\n');
    const options = { id: FORK, project: '/q', now: NOW };
    expect(importJson(cut, options)).toMatchObject({
      error: { code: 'import_invalid', message: 'This session is not complete: 3 events were exported, and the file holds 2.' },
    });
    expect(importJson(cut.replace('"count":3,', ''), options).ok).toBe(true);
  });

  it('reads as Markdown, with fences that hold whatever is inside', () => {
    const events: readonly Stamped[] = [
      { time: 0, event: { type: 'session.start', session: FORK, project: '/p', title: 'A\ntitle', model: 'p/m' } },
      { time: 0, event: { type: 'turn.start', turn: 't', model: 'p/m' } },
      { time: 0, event: { type: 'message.end', message: { role: 'user', id: 'u', origin: 'prompt', text: 'Fix it' } } },
      {
        time: 0,
        event: {
          type: 'message.end',
          message: {
            role: 'assistant',
            id: 'm',
            model: 'p/m',
            stop: 'tool_calls',
            blocks: [
              { type: 'text', text: 'Done.' },
              { type: 'tool_call', id: 'c', name: 'read', arguments: '{"path":"a.md"}' },
            ],
          },
        },
      },
      { time: 0, event: { type: 'tool.end', call: 'c', name: 'read', text: '```js\n1\n```', isError: false, duration: 1 } },
    ] as never;
    expect(exportMarkdown(events)).toBe(
      `${[
        '# A title',
        'Project: /p  \nModel: p/m  \nLast change: 1970-01-01 00:00',
        '## Prompt\n\nFix it',
        'Done.',
        '**read** (done)\n\n```json\n{"path":"a.md"}\n```\n\n````\n```js\n1\n```\n````',
      ].join('\n\n')}\n`,
    );
  });
});
