import { expect, test } from 'vitest';
import type { SessionEvent, Stamped } from '../../../shared/events.ts';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { MessageId, TurnId } from '../../../shared/ids.ts';
import type { UserMessage } from '../../../shared/messages.ts';
import { shownBy } from '../../../shared/shown-pictures.ts';
import { Memory } from '../memory.ts';

const blob = (number: number): string => number.toString(16).padStart(64, '0');

function prompt(number: number): SessionEvent {
  const picture = {
    kind: 'picture',
    blob: blob(number),
    mime: 'image/png',
    width: 8,
    height: 6,
    bytes: 30,
    name: `${number}.png`,
  } as const;
  const id = `u${number}` as MessageId;
  return { type: 'message.end', message: { role: 'user', id, origin: 'prompt', text: `Look ${number}.`, attachments: [picture] } };
}

function answer(number: number): SessionEvent {
  const usage = { input: number * 1_000, output: 10, cacheRead: 0, cacheWrite: 0 };
  const rest = { model: 'box/tiny', blocks: [], stop: 'complete', usage } as const;
  return { type: 'message.end', message: { role: 'assistant', id: `a${number}` as MessageId, ...rest, blocks: [] } };
}

const begin = (number: number): SessionEvent => ({ type: 'turn.start', turn: `t${number}` as TurnId, model: 'box/tiny' });
const talk = (from: number, to: number): SessionEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [begin(from + index), prompt(from + index), answer(from + index)]).flat();

function omit(...numbers: readonly number[]): SessionEvent {
  const pictures = numbers.map((number) => ({ of: `u${number}` as MessageId, blobs: [blob(number)] }));
  return {
    type: 'pictures.omit',
    cause: 'limit',
    pictures,
    after: 700,
    message: '2 of 3 pictures are no longer sent.',
    hint: 'They stay.',
  };
}

const summary: UserMessage = { role: 'user', id: 's1' as MessageId, origin: 'notice', text: 'So far.' };
const compaction: SessionEvent = {
  ...{ type: 'compaction.end', generation: 1, cause: 'manual', stage: 'normal', summary, source: 'model', first: 'u2' as MessageId },
  ...{ kept: [], dropped: { prompts: 1, answers: 1, results: 0 }, before: 3_000, after: 400, duration: 1 },
} as SessionEvent;

const stamped = (events: readonly SessionEvent[]): readonly Stamped[] => events.map((event, index) => ({ time: index, event }));
const shown = (memory: Memory): readonly string[] => memory.messages.flatMap((message) => shownBy(message).map(({ name }) => name));

/** Grown event by event, and made again from all of them. */
function memories(events: readonly SessionEvent[]): readonly Memory[] {
  const grown = new Memory([]);
  for (const event of events) grown.extend([event]);
  return [grown, new Memory(stamped(events))];
}

test('what is left out is told in its place, the same whether the log grows or is read again', () => {
  const [grown, read] = memories([...talk(1, 3), omit(1, 2)]);
  expect(grown?.messages).toEqual(read?.messages);
  expect(grown && shown(grown)).toEqual(['3.png']);
  expect(grown?.messages[0]).toMatchObject({
    attachments: [],
    text: 'Look 1.\n[No longer shown: 1.png (image/png, 8x6). The history tool shows it again]',
  });
});

test('the size of what was sent before is no measure any more, until the next answer', () => {
  const events = [...talk(1, 3), omit(1, 2)];
  expect(memories(events).map((memory) => memory.measured('box/tiny'))).toEqual(Array(2).fill({ tokens: 700, count: 6, reported: false }));
  expect(new Memory(stamped([...events, ...talk(4, 4)])).measured('box/tiny')).toEqual({ tokens: 4_000, count: 7, reported: true });
});

test('a compaction that is taken back brings back what was sent before it, with what had been left out by then', () => {
  const undo: SessionEvent = { type: 'compaction.undo', generation: 1 };
  const before = [...talk(1, 3), omit(1)];
  const undone = new Memory(stamped([...before, compaction, omit(2), undo]));
  expect(undone.messages).toEqual(new Memory(stamped(before)).messages);
  expect([shown(undone), undone.measured('box/tiny')]).toEqual([['2.png', '3.png'], { tokens: 700, count: 6, reported: false }]);
  expect(shown(new Memory(stamped([...before, compaction, omit(2)])))).toEqual(['3.png']);
});

test('a rewind to before it brings them back', () => {
  const rewind: SessionEvent = { type: 'session.rewind', turn: 't3' as TurnId, chat: true };
  expect(shown(new Memory(stamped([...talk(1, 2), begin(3), prompt(3), omit(1, 2), answer(3), rewind])))).toEqual(['1.png', '2.png']);
});

test('a person sees a line, and the pictures where they were', () => {
  const { items } = fold(emptyView(), stamped([...talk(1, 1), omit(1)]));
  expect(items.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'notice']);
  expect(items[0]).toMatchObject({ attachments: [{ name: '1.png' }] });
  expect(items[2]).toMatchObject({ level: 'info', message: '2 of 3 pictures are no longer sent.', hint: 'They stay.' });
});
