import { describe, expect, it } from 'vitest';
import type { KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { CallId, QueueItemId, TurnId } from '../../shared/ids.ts';
import { err, ok } from '../../shared/result.ts';
import { answer, calling, deferred, FULL, ID, START, setupSession } from '../testing/session-rig.ts';

function types(events: readonly { event: SessionEvent }[]): readonly string[] {
  return events.map(({ event }) => event.type);
}

describe('a session', () => {
  it('takes its title from the first prompt and keeps what it shows', async () => {
    const { session, shown, written, say } = setupSession({ script: () => answer('hi') });
    say('  fix\n the   test ');
    await session.idle();
    expect(session.title).toBe('fix the test');
    expect(types(shown)).toEqual([
      'turn.start',
      'session.update',
      'message.end',
      'message.start',
      'message.update',
      'message.end',
      'turn.end',
    ]);
    expect(written.map((event) => event.type)).toEqual(['turn.start', 'session.update', 'message.end', 'message.end', 'turn.end']);
    expect(shown.map((envelope) => envelope.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('begins an empty log by saying what it is', async () => {
    const { session, written } = setupSession({ script: () => answer('hi'), log: [] });
    await session.idle();
    expect(written).toEqual([START]);
    expect(session.model).toBe('p/m');
  });

  it('steers a running turn at its next round and starts a new turn with what waited for its end', async () => {
    const gate = deferred();
    const { session, requests, say, until } = setupSession({
      script: (_, round) => (round === 1 ? calling('c1') : answer(`answer ${round}`)),
      execute: async (_, { begin }) => {
        await begin();
        await gate.promise;
        return { text: 'ok', isError: false };
      },
    });
    say('one');
    await until('tool.start');
    say('two', 'now');
    say('later', 'after');
    say('three', 'now');
    gate.resolve();
    await session.idle();
    const texts = requests
      .at(-1)
      ?.messages.map((message) => (message.role === 'user' ? `${message.origin}: ${message.text}` : message.role));
    const notice = '[Mode: build. The project can be changed.]\n\n';
    expect(texts).toEqual([
      `prompt: ${notice}one`,
      'assistant',
      'tool',
      `steer: ${notice}two\n\nthree`,
      'assistant',
      `prompt: ${notice}later`,
    ]);
    expect(session.turns).toBe(2);
  });

  it('lets queued messages be edited, moved and taken back, and says when one was already sent', async () => {
    const gate = deferred();
    const { session, shown, say, send, until } = setupSession({
      script: () => calling('c1'),
      execute: async (_, hooks) => {
        await hooks.begin();
        hooks.signal.addEventListener('abort', gate.resolve);
        await gate.promise;
        return { text: '', isError: true };
      },
    });
    say('one');
    await until('tool.start');
    for (const text of ['a', 'b', 'c']) say(text, 'after');
    await until('queue.update', 3);
    const items = fold(emptyView(), shown).queue.map((item) => item.id);
    const [a, b, c] = items as [QueueItemId, QueueItemId, QueueItemId];
    send({ type: 'queue.edit', session: ID, item: a, text: 'A' });
    send({ type: 'queue.remove', session: ID, item: b });
    send({ type: 'queue.move', session: ID, item: c, to: 0 });
    expect(send({ type: 'queue.remove', session: ID, item: b })).toMatchObject({
      ok: false,
      error: { message: 'That message was already sent.' },
    });
    send({ type: 'stop', session: ID });
    await session.idle();
    expect(fold(emptyView(), shown).queue.map((item) => item.text)).toEqual(['c', 'A']);
    expect(session.running).toBe(false);
  });

  it('asks, waits, and tells the model the answer; a stop answers for the person', async () => {
    const heard: unknown[] = [];
    const question = { kind: 'path', tool: 'bash', subject: '/x', access: 'write', reason: 'r', preview: '', permanent: '' } as const;
    const { session, shown, say, send, until } = setupSession({
      script: (_, round) => (round < 3 ? calling(`c${round}`) : answer('x')),
      execute: async (_, hooks) => {
        heard.push(await hooks.ask(question));
        return { text: '', isError: true };
      },
    });
    say('go');
    await until('approval.start');
    const approval = fold(emptyView(), shown).waiting[0];
    if (!approval) throw new Error('nothing waits');
    send({ type: 'approval.answer', session: ID, approval: approval.id, decision: { type: 'deny', reason: 'not there' } });
    await until('approval.start', 2);
    expect(send({ type: 'approval.answer', session: ID, approval: approval.id, decision: { type: 'allow_once' } }).ok).toBe(false);
    send({ type: 'stop', session: ID });
    await session.idle();
    expect(heard).toEqual([
      { type: 'deny', reason: 'not there' },
      { type: 'deny', reason: 'The turn was stopped before an answer.' },
    ]);
  });

  it('refuses every question where nobody can be asked', async () => {
    let heard: unknown;
    const question = { kind: 'path', tool: 'bash', subject: '/x', access: 'write', reason: 'r', preview: '', permanent: '' } as const;
    const { session, shown, say } = setupSession({
      script: (_, round) => (round === 1 ? calling('c1') : answer('x')),
      execute: async (_, hooks) => {
        heard = await hooks.ask(question);
        return { text: '', isError: true };
      },
      deps: { approvals: 'refuse' },
    });
    say('go');
    await session.idle();
    expect(heard).toMatchObject({ type: 'deny', reason: expect.stringContaining('Nobody can be asked here') });
    expect(types(shown)).toContain('approval.end');
  });

  it('opens a log that ends inside a turn as interrupted, with a result for every call, and goes on from there', async () => {
    const half: readonly KeptEvent[] = [
      START,
      { type: 'turn.start', turn: 't0' as TurnId, model: 'p/m' },
      {
        type: 'message.end',
        message: {
          role: 'assistant',
          id: 'a0' as never,
          model: 'p/m',
          stop: 'tool_calls',
          blocks: ['x', 'y'].map((id) => ({ type: 'tool_call', id: id as CallId, name: 'bash', arguments: '{}' })),
        },
      },
      { type: 'tool.start', call: 'x' as CallId, name: 'bash' },
    ];
    const { session, shown, requests, send } = setupSession({ script: () => answer('going on'), log: half });
    await session.idle();
    expect(shown.map(({ event }) => (event.type === 'tool.end' ? event.text.split(':')[0] : event.type))).toEqual([
      'Interrupted',
      'Not run',
      'turn.end',
    ]);
    expect(shown.at(-1)?.event).toMatchObject({ stop: 'interrupted', rounds: 1 });
    expect(send({ type: 'continue', session: ID })).toEqual(ok(null));
    await session.idle();
    expect(requests[0]?.messages.map((message) => message.role)).toEqual(['assistant', 'tool', 'tool', 'user']);
  });

  it('stops and says so when the log can no longer be written, and shows nothing as done that is not kept', async () => {
    const { session, shown, written, say, send } = setupSession({
      script: (_, round) => (round === 1 ? calling('c1') : answer('never seen')),
      failAt: (event) => event.type === 'tool.end',
    });
    say('go');
    await session.idle();
    const keptShown = shown.filter(({ event }) => event.type.endsWith('.end') && event.type !== 'turn.end');
    expect(keptShown.every(({ event }) => written.includes(event as KeptEvent))).toBe(true);
    expect(shown.find(({ event }) => event.type === 'notice')?.event).toMatchObject({ level: 'error', message: 'The disk is full.' });
    expect(session.running).toBe(false);
    expect(send({ type: 'prompt', session: ID, text: 'again', delivery: 'now' })).toEqual(err(FULL));
  });

  it('survives a fault in a tool set: the turn fails, the next one works', async () => {
    let faults = 0;
    const { session, requests, say } = setupSession({
      script: (_, round) => (round === 1 ? calling('c1') : answer('fine')),
      execute: () => {
        faults += 1;
        throw new Error('bug');
      },
    });
    say('go');
    await session.idle();
    say('again');
    await session.idle();
    expect(faults).toBe(1);
    expect(requests.at(-1)?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('gives a snapshot in the middle of a message that the following events continue', async () => {
    const gate = deferred();
    const { session, shown, say, until } = setupSession({
      async *script() {
        yield { type: 'delta', kind: 'text', text: 'one ' };
        yield { type: 'delta', kind: 'text', text: 'two ' };
        await gate.promise;
        yield { type: 'delta', kind: 'text', text: 'three' };
        yield { type: 'end', stop: 'complete', blocks: [{ type: 'text', text: 'one two three' }] };
      },
    });
    say('count');
    await until('message.update', 2);
    const { events, seq } = session.snapshot();
    const view = fold(emptyView(), events);
    gate.resolve();
    await session.idle();
    const later: readonly Stamped[] = shown.filter((envelope) => envelope.seq > seq);
    const strip = (items: readonly object[]): readonly object[] => items.map((item) => ({ ...item, time: 0 }));
    expect(view.items.at(-1)).toMatchObject({ streaming: true, blocks: [{ text: 'one two ' }] });
    expect(strip(fold(view, later).items)).toEqual(strip(fold(emptyView(), session.snapshot().events).items));
  });
});
