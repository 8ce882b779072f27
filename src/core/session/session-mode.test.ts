import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { answer, calling, ID, setupSession } from '../testing/session-rig.ts';

describe('the mode of a session', () => {
  it('tells the model the mode with each message and keeps what it said before', async () => {
    const modes: string[] = [];
    const { session, requests, shown, say, send } = setupSession({
      script: (_, round) => (round % 2 === 1 ? calling(`c${round}`) : answer('ok')),
      deps: {
        tools: (mode) => ({
          schemas: [],
          parallelClass: () => 'serial',
          execute: async () => {
            modes.push(mode());
            return { text: '', isError: false };
          },
          close: async () => {},
        }),
      },
    });
    send({ type: 'session.mode', session: ID, mode: 'plan' });
    say('look');
    await session.idle();
    send({ type: 'session.mode', session: ID, mode: 'build' });
    say('do it');
    await session.idle();
    expect(modes).toEqual(['plan', 'build']);
    const users = requests.at(-1)?.messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
    expect(users).toEqual([expect.stringMatching(/^\[Mode: plan\. .+\]\n\nlook$/), '[Mode: build. The project can be changed.]\n\ndo it']);
    const view = fold(emptyView(), shown);
    expect([view.mode, view.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []))]).toEqual(['build', ['look', 'do it']]);
  });

  it('opens a session whose mode it does not know for reading only', async () => {
    const { session, send } = setupSession({
      script: () => answer('x'),
      log: [{ type: 'session.start', session: ID, project: '/p', title: 'T', model: 'p/m', mode: 'chat' }],
    });
    await session.idle();
    expect(session.broken?.code).toBe('session_unreadable');
    expect(send({ type: 'prompt', session: ID, text: 'write', delivery: 'now' })).toMatchObject({ ok: false });
  });
});
