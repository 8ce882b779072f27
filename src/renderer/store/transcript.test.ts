import { expect, test } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { fakeHost } from '../testing/fake-host.ts';
import { PROJECT, SESSIONS } from '../testing/fixtures.ts';
import { story, timed } from '../testing/story.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';
import { receive } from './receive.ts';
import { MOST_NEW, MOST_READ, stretchOf } from './stretch.ts';

const message = (text: string): SessionEvent =>
  ({ type: 'message.end', message: { role: 'user', id: `m-${text}`, origin: 'prompt', text } }) as SessionEvent;

const session = SESSIONS[0]?.id ?? '';

/** A session of prompts `old 0`, `old 1` and so on, opened with the newest page of them. */
async function openLong(prompts: number, page: number) {
  const old = Array.from({ length: prompts }, (_, index) => message(`old ${index}`));
  const host = fakeHost({ project: PROJECT, sessions: SESSIONS, events: timed([story.begin(), ...old]), page });
  const core = createCore(host.client);
  host.client.listen((batch) => receive(core, batch));
  const commands = createCommands(core);
  await commands.boot();
  const now = () => {
    const open = core.get().open[session];
    if (open === undefined) throw new Error('the session is not open');
    return open;
  };
  const read = () => stretchOf(now()).items.map((item) => (item.kind === 'user' ? item.text : item.kind));
  const asked = () => host.requests.flatMap(({ name, input }) => (name === 'sessions.items' ? [(input as { at: number }).at] : []));
  return { host, core, commands, now, read, asked };
}

const words = (name: string, from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${name} ${from + index}`);

test('a long session is opened with its newest items, and the others come page by page', async () => {
  const { host, commands, read, asked, now } = await openLong(25, 10);
  expect(read()).toEqual(words('old', 15, 25));
  await commands.loadEarlier();
  host.push([message('new 0')]);
  await commands.loadEarlier();
  await commands.loadEarlier();
  expect(read()).toEqual([...words('old', 0, 25), 'new 0']);
  expect(asked()).toEqual([14, 9]);
  expect(stretchOf(now())).toMatchObject({ first: 0, atEnd: true });
});

test('the beginning is shown at once, and from there the pages go on to the end', async () => {
  const { commands, read, now } = await openLong(45, 10);
  await commands.showStart();
  expect({ read: read(), stretch: stretchOf(now()) }).toMatchObject({ read: words('old', 0, 10), stretch: { first: 0, atEnd: false } });
  for (let page = 0; page < 3; page += 1) await commands.loadLater();
  expect({ read: read(), stretch: stretchOf(now()) }).toMatchObject({ read: words('old', 0, 45), stretch: { atEnd: true } });
});

test('whoever goes to the beginning comes there, also while a page is under way', async () => {
  const { commands, read } = await openLong(95, 10);
  const underWay = commands.loadEarlier();
  await Promise.all([underWay, commands.showStart()]);
  expect(read()).toEqual(words('old', 0, 10));
});

test('a page that comes after its session shows something else is none', async () => {
  const { commands, read } = await openLong(95, 10);
  commands.setReading(true);
  await commands.loadEarlier();
  const underWay = commands.loadEarlier();
  commands.showEnd();
  expect([await underWay, await commands.loadLater(), read()]).toEqual([false, undefined, words('old', 85, 95)]);
});

test('what is looked for is brought from wherever it is, with what stands before it', async () => {
  const { commands, read } = await openLong(95, 10);
  await commands.showItem('m-old 42');
  expect(read()).toEqual(words('old', 30, 50));
  await commands.showItem('m-nothing');
  expect(read()).toEqual(words('old', 30, 50));
  commands.showEnd();
  expect(read()).toEqual(words('old', 85, 95));
});

test('what is read back and forth never holds more than a bounded stretch, without a gap', async () => {
  const { commands, now, read } = await openLong(4_000, 100);
  const seen = new Set<string>();
  for (let page = 0; page < 39; page += 1) {
    await commands.loadEarlier();
    const [held, first] = [read(), stretchOf(now()).first];
    expect(held).toEqual(words('old', first, first + held.length));
    expect(held.length).toBeLessThanOrEqual(MOST_READ.items + MOST_NEW.items);
    for (const text of held) seen.add(text);
  }
  expect([seen.size, stretchOf(now()).first, stretchOf(now()).atEnd]).toEqual([4_000, 0, false]);
  for (let page = 0; page < 40; page += 1) await commands.loadLater();
  expect(read().at(-1)).toBe('old 3999');
});

test('the stretch never changes at both ends at once, so that the list can keep the reader in place', async () => {
  const { commands, core, now } = await openLong(4_000, 100);
  const ends = () => {
    const { first, items } = stretchOf(now());
    return [first, first + items.length];
  };
  let last = ends();
  const both: number[][] = [];
  const dropped = { above: 0, below: 0 };
  core.store.subscribe(() => {
    const [from = 0, to = 0] = last;
    const [first = 0, end = 0] = ends();
    if (from !== first && to !== end) both.push([from, to, first, end]);
    if (first > from) dropped.above += 1;
    if (end < to) dropped.below += 1;
    last = [first, end];
  });
  for (let page = 0; page < 39; page += 1) await commands.loadEarlier();
  for (let page = 0; page < 40; page += 1) await commands.loadLater();
  expect(both).toEqual([]);
  expect(Math.min(dropped.above, dropped.below)).toBeGreaterThan(20);
});

test('a session that grows for days keeps a bounded part of it, and nothing goes while somebody reads further up', async () => {
  const { host, commands, now, read } = await openLong(10, 10);
  const add = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) host.push([message(`new ${index}`)]);
  };
  add(0, 3_000);
  expect(now().view.items.length).toBeLessThanOrEqual(MOST_NEW.items);
  expect(now().view.first + now().view.items.length).toBe(3_010);
  commands.setReading(true);
  const top = read()[0];
  add(3_000, 3_600);
  expect([read()[0], read().at(-1)]).toEqual([top, 'new 3599']);
  commands.setReading(false);
  expect(read().length).toBeLessThanOrEqual(MOST_NEW.items);
});

test('where earlier pages are shown with the end, what comes is followed without a gap', async () => {
  const { host, commands, now, read } = await openLong(250, 10);
  for (let page = 0; page < 3; page += 1) await commands.loadEarlier();
  for (let index = 0; index < 3 * MOST_READ.items; index += 1) {
    host.push([message(`new ${index}`)]);
    expect(stretchOf(now()).atEnd).toBe(true);
  }
  const all = [...words('old', 0, 250), ...words('new', 0, 3 * MOST_READ.items)];
  expect(read()).toEqual(all.slice(stretchOf(now()).first));
  expect(read().length).toBeLessThanOrEqual(MOST_READ.items + MOST_NEW.items);
});

test('a rewind of a session of which the window holds a part takes it anew', async () => {
  const { host, now } = await openLong(25, 10);
  host.push([{ type: 'session.rewind', turn: 't' as never, chat: true }]);
  expect(now().state).toBe('loading');
  host.push([message('after')]);
  while (now().state !== 'ready') await Promise.resolve();
  expect(host.requests.filter(({ name }) => name === 'sessions.open')).toHaveLength(2);
  expect(now().view.items.at(-1)).toMatchObject({ text: 'after' });
});

test('what an event changes among the earlier items is seen there', async () => {
  const { host, commands, now } = await openLong(25, 10);
  const call = { type: 'tool_call', id: 'c1', name: 'bash', arguments: '{}' };
  const answer = { role: 'assistant', id: 'a1', model: 'p/m', stop: 'tool_calls', blocks: [call] };
  host.push([{ type: 'message.end', message: answer } as SessionEvent]);
  commands.setReading(true);
  for (let index = 0; index < MOST_NEW.items + 1; index += 1) host.push([message(`new ${index}`)]);
  const state = () => stretchOf(now()).items.flatMap((item) => (item.kind === 'tool' ? [item.state] : []));
  expect([now().view.items.some(({ kind }) => kind === 'tool'), state()]).toEqual([false, ['pending']]);
  host.push([{ type: 'tool.end', call: 'c1', name: 'bash', text: 'late', isError: false, duration: 1 } as SessionEvent]);
  expect(state()).toEqual(['done']);
});
