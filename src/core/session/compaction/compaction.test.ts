import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { CompactionItem } from '../../../shared/fold-types.ts';
import type { MessageId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages.ts';
import type { ModelRequest, StreamEvent } from '../../providers/provider.ts';
import { answer, calling, deferred, ID, type SessionSetup, setupSession } from '../../testing/session-rig.ts';
import { Memory } from '../memory.ts';

/** Some 250 tokens. */
const LONG = 'every word here takes about one token and no more '.repeat(25);

const SMALL = { contextWindow: 4_000, maxOutputTokens: 200 } as const;

function summarising(summary: string): SessionSetup['script'] {
  return (request) => answer(request.purpose === 'compaction' ? summary : `Answer. ${LONG}`);
}

async function talk(rig: ReturnType<typeof setupSession>, from: number, to: number): Promise<void> {
  for (let turn = from; turn <= to; turn += 1) {
    rig.say(`Prompt ${turn}.`);
    await rig.session.idle();
  }
}

function isExtension(longer: readonly Message[], shorter: readonly Message[]): boolean {
  return longer.length >= shorter.length && JSON.stringify(longer).startsWith(JSON.stringify(shorter).slice(0, -1));
}

function compactions(rig: ReturnType<typeof setupSession>): readonly CompactionItem[] {
  const { items } = fold(emptyView(), rig.shown);
  return items.flatMap((item) => (item.kind === 'compaction' ? [item] : []));
}

const compactNow = { type: 'session.compact', session: ID } as const;

describe('automatic compaction', () => {
  it('comes before the context is full; every other request extends the one before, byte for byte', async () => {
    const rig = setupSession({ script: summarising('What happened so far.'), info: SMALL });
    await talk(rig, 1, 24);
    const asked = rig.requests.flatMap((request, index) => (request.purpose === 'compaction' ? [index] : []));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    const breaks = rig.requests.flatMap(({ messages }, index) => {
      const before = rig.requests[index - 1]?.messages ?? [];
      return isExtension(messages, before) ? [] : [index];
    });
    expect(breaks).toEqual(asked.map((index) => index + 1));
    for (const index of asked) {
      expect(rig.requests[index]?.messages.at(-1)).toMatchObject({
        role: 'user',
        origin: 'notice',
        text: expect.stringContaining('## Task'),
      });
      expect(rig.requests[index + 1]?.messages[0]).toMatchObject({ text: expect.stringContaining('What happened so far.') });
    }
    const fixed = new Set(rig.requests.map(({ system, tools, cacheKey }) => JSON.stringify([system, tools, cacheKey])));
    expect(fixed.size).toBe(1);
    expect(compactions(rig).every(({ before, after }) => before >= 2_800 && after < 2_800)).toBe(true);
  });

  it('keeps the newest rounds as they are, and gives the same messages after a restart', async () => {
    const rig = setupSession({ script: summarising('So far.'), info: SMALL });
    await talk(rig, 1, 14);
    const at = rig.requests.findLastIndex((request) => request.purpose === 'compaction');
    const [before = [], after = []] = [rig.requests[at]?.messages, rig.requests[at + 1]?.messages];
    const tail = after.slice(1);
    expect(tail.length).toBeGreaterThanOrEqual(6);
    expect(JSON.stringify(before.slice(0, -1)).endsWith(`${JSON.stringify(tail).slice(1)}`)).toBe(true);
    const again = setupSession({ script: summarising(''), info: SMALL, log: rig.written });
    await talk(again, 15, 15);
    const last = rig.requests.at(-1)?.messages ?? [];
    expect(isExtension(again.requests[0]?.messages ?? [], last)).toBe(true);
  });

  it('happens between the rounds of one long turn', async () => {
    const rig = setupSession({
      script: (request, round) => (request.purpose ? answer('So far.') : round < 15 ? calling(`c${round}`) : answer('Done.')),
      execute: async () => ({ text: LONG, isError: false }),
      info: SMALL,
    });
    rig.say('Work.');
    await rig.session.idle();
    expect(compactions(rig).length).toBeGreaterThanOrEqual(1);
    expect(fold(emptyView(), rig.shown).items.at(-1)).toMatchObject({ kind: 'turn', stop: 'complete', rounds: 14 });
  });

  it('begins where the configuration says when the window is not known', async () => {
    const rig = setupSession({ script: summarising('So far.'), info: { compaction: { threshold: 1_500, prompt: 'Sum it up my way.' } } });
    await talk(rig, 1, 8);
    const texts = rig.requests.flatMap((request) => (request.purpose ? [request.messages.at(-1)] : []));
    expect(texts.length).toBeGreaterThanOrEqual(1);
    expect(texts[0]).toMatchObject({ text: expect.stringMatching(/^Sum it up my way\.\n\nWrite at most/) });
  });

  it('goes on where the summary failed but the request still fits, and gives up with figures where it does not', async () => {
    const failing = (request: ModelRequest): readonly StreamEvent[] =>
      request.purpose
        ? [{ type: 'end', stop: 'error', blocks: [], problem: { code: 'provider_unreachable', message: 'Down.', hint: 'Later.' } }]
        : answer(`Answer. ${LONG}`);
    const rig = setupSession({ script: failing, info: SMALL });
    await talk(rig, 1, 12);
    const { items } = fold(emptyView(), rig.shown);
    expect(items.filter((item) => item.kind === 'notice').map((item) => item.message)).toContain('Down.');
    expect(items.at(-1)).toMatchObject({ kind: 'turn', stop: 'complete' });
    const huge = setupSession({ script: summarising('x'), info: SMALL });
    huge.say(LONG.repeat(20));
    await huge.session.idle();
    expect(fold(emptyView(), huge.shown).items.at(-1)).toMatchObject({
      kind: 'turn',
      stop: 'error',
      message: expect.stringMatching(/^.+ too large for the model: [\d,]+ of 4,000 tokens, \d+ %, at most [\d,]+ leave room.+$/),
    });
    expect(huge.requests).toEqual([]);
  });
});

describe('compaction on request', () => {
  it('adds the focus, tells what it did, and is taken back to exactly what was sent before', async () => {
    const rig = setupSession({ script: summarising('Short.') });
    await talk(rig, 1, 6);
    const before = new Memory(await rig.session.kept.events()).messages;
    rig.send({ ...compactNow, focus: 'the tests' });
    await rig.session.idle();
    expect(rig.requests.at(-1)?.messages.at(-1)).toMatchObject({ text: expect.stringMatching(/above all: the tests$/) });
    const [item] = compactions(rig);
    expect(item).toMatchObject({ cause: 'manual', stage: 'normal', focus: 'the tests', dropped: { prompts: 3, answers: 3, results: 0 } });
    expect(new Memory(await rig.session.kept.events()).messages).toEqual([
      expect.objectContaining({
        role: 'user',
        text: 'Short.',
        notice: expect.stringMatching(/^\[Mode: build\..+\]\n\n\[Summary 1 .+\]$/),
      }),
      ...before.slice(6),
    ]);
    expect(await rig.undo(2)).toMatchObject({ ok: false });
    expect(await rig.undo(1)).toMatchObject({ ok: true });
    await rig.session.idle();
    expect(new Memory(await rig.session.kept.events()).messages).toEqual(before);
    await talk(rig, 7, 7);
    expect(isExtension(rig.requests.at(-1)?.messages ?? [], rig.requests.at(-3)?.messages ?? [])).toBe(true);
  });

  it('keeps what was said since when it is taken back later, and compacts by itself only once nothing fits any more', async () => {
    const rig = setupSession({ script: summarising('Short.'), info: { ...SMALL, compaction: { threshold: 2_000 } } });
    await talk(rig, 1, 6);
    rig.send(compactNow);
    await rig.session.idle();
    await talk(rig, 7, 7);
    await rig.undo(1);
    await talk(rig, 8, 9);
    const prompts = new Memory(await rig.session.kept.events()).messages.flatMap((message) =>
      message.role === 'user' ? [message.text] : [],
    );
    expect(prompts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((turn) => `Prompt ${turn}.`));
    await talk(rig, 10, 16);
    expect(compactions(rig).map(({ cause, undone }) => [cause, undone])).toEqual([
      ['manual', true],
      ['automatic', false],
    ]);
  });

  it('waits for the end of a running turn, and lets what was queued follow', async () => {
    const gate = deferred();
    const rig = setupSession({
      async *script(request, round) {
        if (round === 7) await gate.promise;
        yield* answer(request.purpose ? 'Short.' : `Answer. ${LONG}`);
      },
    });
    await talk(rig, 1, 6);
    rig.say('Prompt 7.');
    await rig.until('turn.start', 7);
    rig.send(compactNow);
    rig.say('Prompt 8.', 'after');
    await rig.until('compaction.start');
    expect(fold(emptyView(), rig.shown).compaction).toEqual({ cause: 'manual', stage: 'normal', waits: true });
    gate.resolve();
    await rig.session.idle();
    expect(rig.requests.map((request) => request.purpose ?? 'turn').slice(6)).toEqual(['turn', 'compaction', 'turn']);
    expect(fold(emptyView(), rig.shown)).toMatchObject({ turns: 8, generation: 1, queue: [] });
  });

  it('is not started after a turn that a person stopped, and leaves everything as it was when stopped itself', async () => {
    const rig = setupSession({
      async *script(request, round) {
        if (round <= 6) return yield* answer(LONG);
        await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
        yield { type: 'end', stop: 'cancelled', blocks: [] };
      },
    });
    await talk(rig, 1, 6);
    rig.say('Prompt 7.');
    await rig.until('turn.start', 7);
    rig.send(compactNow);
    rig.send({ type: 'stop', session: ID });
    await rig.session.idle();
    const before = new Memory(await rig.session.kept.events()).messages;
    rig.send(compactNow);
    await rig.until('compaction.start', 2);
    rig.send({ type: 'stop', session: ID });
    await rig.session.idle();
    expect(rig.shown.flatMap(({ event }) => (event.type === 'compaction.fail' ? [event.stop] : []))).toEqual(['cancelled', 'cancelled']);
    expect(new Memory(await rig.session.kept.events()).messages).toEqual(before);
  });

  it('says that there is nothing to do in a short conversation, without asking the model', async () => {
    const rig = setupSession({ script: summarising('x') });
    await talk(rig, 1, 2);
    rig.send(compactNow);
    await rig.session.idle();
    expect(rig.requests.filter((request) => request.purpose)).toEqual([]);
    expect(fold(emptyView(), rig.shown).items.at(-1)).toMatchObject({ kind: 'notice', level: 'info' });
  });

  it('puts the summary together from the messages when the model says nothing, the same every time', async () => {
    const made = async () => {
      const rig = setupSession({ script: (request) => (request.purpose ? calling('ignored') : answer(`Answer. ${LONG}`)) });
      await talk(rig, 1, 5);
      rig.send(compactNow);
      await rig.session.idle();
      return compactions(rig)[0];
    };
    const [one, two] = [await made(), await made()];
    expect(one).toEqual(two);
    expect(one?.source).toBe('extract');
    const lines = one?.summary.split('\n') ?? [];
    expect(lines.slice(-4)).toEqual([
      '- User: Prompt 1.',
      expect.stringMatching(/^- Assistant: Answer\. every word .+…$/),
      '- User: Prompt 2.',
      expect.stringMatching(/^- Assistant: Answer\. every word .+…$/),
    ]);
    expect(lines.at(-1)?.length).toBe('- Assistant: '.length + 160);
  });
});

describe('a pinned message', () => {
  it('stays word for word through every compaction, with the results of its calls, until it is unpinned', async () => {
    const rig = setupSession({
      script: (request, round) => (request.purpose ? answer('Short.') : round === 2 ? calling('c1') : answer(`Answer. ${LONG}`)),
      execute: async () => ({ text: 'pinned result', isError: false }),
    });
    await talk(rig, 1, 2);
    const [, , prompt, call, result] = new Memory(await rig.session.kept.events()).messages;
    const idOf = (message: Message | undefined) => (message && 'id' in message ? message.id : ('' as MessageId));
    for (const message of [prompt, call]) rig.send({ type: 'message.pin', session: ID, message: idOf(message), pinned: true });
    for (const to of [8, 14]) {
      await talk(rig, to - 5, to);
      rig.send(compactNow);
      await rig.session.idle();
      expect(new Memory(await rig.session.kept.events()).messages.slice(1, 4)).toEqual([prompt, call, result]);
    }
    rig.send({ type: 'message.pin', session: ID, message: idOf(call), pinned: false });
    await talk(rig, 15, 20);
    rig.send(compactNow);
    await rig.session.idle();
    expect(new Memory(await rig.session.kept.events()).messages.slice(1, 3)).toEqual([
      prompt,
      expect.objectContaining({ text: 'Prompt 18.' }),
    ]);
    expect(rig.send({ type: 'message.pin', session: ID, message: idOf(call), pinned: true })).toMatchObject({ ok: false });
  });
});
