import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallId, MessageId } from '../../../shared/ids.ts';
import { type Message, toolCalls } from '../../../shared/messages.ts';
import { nextGeneration } from '../memory.ts';
import { cutConversation, cutLast } from './cut.ts';
import { instructionMessage } from './write-summary.ts';

/** Turns of rounds; each round has so many calls, and perhaps something typed while it ran. */
const rounds = fc.array(fc.record({ calls: fc.nat(3), steer: fc.boolean() }), { minLength: 1, maxLength: 4 });
const turns = fc.array(rounds, { minLength: 1, maxLength: 5 });

function conversation(shape: readonly (readonly { readonly calls: number; readonly steer: boolean }[])[]): readonly Message[] {
  const messages: Message[] = [];
  const id = () => `m${messages.length}` as MessageId;
  for (const turn of shape) {
    messages.push({ role: 'user', id: id(), origin: 'prompt', text: 'do' });
    for (const [index, { calls, steer }] of turn.entries()) {
      const last = index === turn.length - 1;
      const asked = Array.from({ length: last ? 0 : calls + 1 }, (_, call) => `${messages.length}-${call}` as CallId);
      const blocks = asked.map((call) => ({ type: 'tool_call', id: call, name: 'read', arguments: '{}' }) as const);
      messages.push({ role: 'assistant', id: id(), model: 'p/m', blocks, stop: last ? 'complete' : 'tool_calls' });
      for (const callId of asked) messages.push({ role: 'tool', callId, name: 'read', text: 'x', isError: false });
      if (steer && !last) messages.push({ role: 'user', id: id(), origin: 'steer', text: 'also' });
    }
  }
  return messages;
}

const options = fc.record({
  stage: fc.constantFrom('normal' as const, 'emergency' as const),
  pinned: fc.uniqueArray(fc.nat(40), { maxLength: 4 }),
  room: fc.boolean(),
});

/** Every result follows its call, every call has its result. */
function isWhole(messages: readonly Message[]): boolean {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.callId)) return false;
    } else {
      if (open.size > 0) return false;
      open = new Set(message.role === 'assistant' ? toolCalls(message).map((call) => call.id) : []);
    }
  }
  return open.size === 0;
}

describe('cutConversation', () => {
  it('never parts a call from its result, keeps the end as it is, and loses no pinned message', () => {
    fc.assert(
      fc.property(turns, options, (shape, { stage, pinned, room }) => {
        const messages = conversation(shape);
        const isPinned = (message: Message) => message.role !== 'tool' && pinned.some((index) => message.id === `m${index}`);
        const cut = cutConversation(messages, { stage, isPinned, summary: undefined, hasRoom: () => room });
        if (!cut) return;
        const summary = instructionMessage('summary');
        const next = nextGeneration(messages, { summary, ...cut });
        expect(next[0]).toBe(summary);
        expect(isWhole(next)).toBe(true);
        const tail = messages.slice(cut.from);
        expect(tail.every((message, index) => next[next.length - tail.length + index] === message)).toBe(true);
        expect(messages.filter(isPinned).every((message) => next.includes(message))).toBe(true);
        const { prompts, answers, results } = cut.dropped;
        expect(messages.length + 1 - next.length).toBe(prompts + answers + results);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps three rounds, and reaches back to the latest prompt where there is room', () => {
    const messages = conversation([[{ calls: 0, steer: false }], Array.from({ length: 6 }, () => ({ calls: 0, steer: false }))]);
    const cut = (stage: 'normal' | 'emergency', room: boolean) =>
      cutConversation(messages, { stage, isPinned: () => false, summary: undefined, hasRoom: () => room });
    const prompt = messages.findLastIndex((message) => message.role === 'user');
    expect([cut('normal', true)?.from, cut('normal', false)?.from, cut('emergency', true)?.from]).toEqual([
      prompt,
      messages.length - 5,
      messages.length - 1,
    ]);
  });

  it('has nothing to cut when only the newest rounds, the last summary and pinned messages are there', () => {
    const messages = conversation([[{ calls: 0, steer: false }]]);
    const summary = instructionMessage('before');
    const none = { stage: 'emergency', isPinned: () => false, hasRoom: () => true } as const;
    expect(cutConversation(messages, { ...none, summary: undefined })).toBeUndefined();
    expect(cutConversation([summary, ...messages], { ...none, summary })).toBeUndefined();
    const longer = [summary, ...conversation([[{ calls: 0, steer: false }], [{ calls: 0, steer: false }]])];
    expect(cutConversation(longer, { ...none, summary, isPinned: () => true })).toBeUndefined();
    expect(cutConversation(longer, { ...none, summary })?.from).toBe(3);
  });

  it('cuts before the prompts nobody answered, then before the latest of them, else behind everything', () => {
    const said = conversation([
      [
        { calls: 1, steer: false },
        { calls: 0, steer: false },
      ],
    ]);
    const prompt = (name: string): Message => ({ role: 'user', id: name as MessageId, origin: 'prompt', text: name });
    const none = { isPinned: () => false, summary: undefined };
    const firsts = (messages: readonly Message[], summary?: Message) =>
      cutLast(messages, { ...none, summary }).map(({ first, dropped }) => [first, dropped.prompts]);
    expect(firsts(said)).toEqual([[undefined, 1]]);
    expect(firsts([...said, prompt('x')])).toEqual([['x', 1]]);
    expect(firsts([...said, prompt('x'), prompt('y')])).toEqual([
      ['x', 1],
      ['y', 2],
    ]);
    expect(firsts([prompt('x')])).toEqual([]);
    const summary = instructionMessage('before');
    expect(firsts([summary, prompt('x')], summary)).toEqual([]);
    expect(firsts([summary, prompt('x'), prompt('y')], summary)).toEqual([['y', 1]]);
  });
});
