import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/testing/manual-clock.ts';
import { err, ok } from '../../shared/result.ts';
import { FakeEngine } from '../testing/fake-engine.ts';
import { fakeScreen } from '../testing/fake-window.ts';
import { Windows } from '../windows/windows.ts';
import { createAnswerer, type Origin } from './answerer.ts';
import type { Handlers } from './handlers.ts';

const PAGE = 'app://steiner/index.html';

function rig(handlers: Partial<Handlers>) {
  const logged: unknown[] = [];
  const logger = { log: (...entry: unknown[]) => void logged.push(entry) };
  const windows = new Windows({
    engine: new FakeEngine(),
    resources: '/resources',
    clock: new ManualClock(),
    logger,
    show: fakeScreen().show,
  });
  windows.launch({ demo: false });
  const answer = createAnswerer({ handlers: handlers as Handlers, windowOf: (contents) => windows.of(contents), logger });
  return { answer, logged };
}

function from(url: string, sender = 1, parent: unknown = null): Origin {
  return { sender: { id: sender }, senderFrame: { url, parent } };
}

const refused = (message: string, detail?: string) =>
  err({
    code: 'bad_request',
    message,
    hint: 'Close this window and open the project again.',
    safe: 'Nothing was changed.',
    ...(detail ? { detail } : {}),
  });

describe('who may ask', () => {
  const foreign = refused('A request came from a page that is not part of the app.');
  const { answer } = rig({ 'project.recent': async () => ok([]) });

  it('is the main frame of a window of the app', async () => {
    expect(await answer(from(PAGE), 'project.recent', {})).toEqual(ok([]));
  });

  it.each([
    ['a page of another origin', from('https://example.com/')],
    ['another host of the same scheme', from('app://other/index.html')],
    ['an address that only starts alike', from('app://steiner.example/index.html')],
    ['a frame inside the page', from(PAGE, 1, { url: PAGE })],
    ['a page of no window', from(PAGE, 9)],
    ['a frame that is gone', { sender: { id: 1 }, senderFrame: null }],
  ])('is not %s', async (_what, origin) => {
    expect(await answer(origin, 'project.recent', {})).toEqual(foreign);
  });
});

describe('what may be asked', () => {
  it.each(['nothing.such', 'toString', '__proto__', 7, null])('is not %s', async (name) => {
    const { answer } = rig({});
    expect(await answer(from(PAGE), name, {})).toEqual(refused('The window asked for something the app does not know.'));
  });

  it('has the form of its schema', async () => {
    const asked: unknown[] = [];
    const { answer } = rig({
      'project.open': async (input) => {
        asked.push(input);
        return err({ code: 'internal', message: 'm', hint: 'h' });
      },
    });
    const seen = [await answer(from(PAGE), 'project.open', { path: 7 }), await answer(from(PAGE), 'project.open', undefined)];
    const message = 'The window asked in a form the app does not understand.';
    expect(seen).toEqual([
      refused(message, '✖ Invalid input: expected string, received number\n  → at path'),
      refused(message, '✖ Invalid input: expected object, received undefined'),
    ]);
    expect(asked).toEqual([]);
  });

  it('reaches the handler without what the schema does not know', async () => {
    const { answer } = rig({ 'project.browse': async (input) => ok({ path: JSON.stringify(input), folders: [] }) });
    expect(await answer(from(PAGE), 'project.browse', { path: '/a', extra: 1 })).toEqual(ok({ path: '{"path":"/a"}', folders: [] }));
  });
});

describe('a handler that throws', () => {
  it('is an internal problem to the window, and a stack in the log', async () => {
    const { answer, logged } = rig({
      'project.recent': () => {
        throw new Error('a secret detail');
      },
    });
    const answered = await answer(from(PAGE), 'project.recent', {});
    expect(answered).toEqual(
      err({ code: 'internal', message: 'Something in the app went wrong.', hint: 'Try again. The log of the app has the details.' }),
    );
    expect(logged).toEqual([
      ['error', 'a request failed', { request: 'project.recent', error: expect.stringContaining('a secret detail\n    at ') }],
    ]);
  });
});
