import { describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { CallId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages.ts';
import type { ModelRequest, StreamEvent } from '../../providers/provider.ts';
import { answer, ID, setupSession } from '../../testing/session-rig.ts';
import { outgoing } from '../../turn/outgoing.ts';
import { historyOf } from '../history.ts';
import { Memory } from '../memory.ts';

type Rig = ReturnType<typeof setupSession>;

const WORDS = 'every word here takes about one token and no more ';
/** Some 250 tokens each. */
const long = (times: number) => WORDS.repeat(25 * times);
/** Leaves 3,720 tokens for a prompt. */
const SMALL = { contextWindow: 4_000, maxOutputTokens: 200 } as const;

function calls(...texts: readonly string[]): readonly StreamEvent[] {
  const blocks = texts.map((text, index) => ({
    type: 'tool_call' as const,
    id: `c${index}` as CallId,
    name: 'bash',
    arguments: JSON.stringify({ text }),
  }));
  return [{ type: 'end', stop: 'tool_calls', blocks }];
}

/** The result of a call is as long as it asks for. */
const execute = async ({ arguments: text }: { readonly arguments: string }) => ({
  text: `begins ${long(Number.parseInt(JSON.parse(text).text, 10))} ends`,
  isError: false,
});

const events = (rig: Rig) => rig.session.kept.events();
const items = (rig: Rig) => fold(emptyView(), rig.shown).items;
const stops = (rig: Rig) => rig.shown.flatMap(({ event }) => (event.type === 'turn.end' ? [event.stop] : []));
const notices = (rig: Rig) => items(rig).flatMap((item) => (item.kind === 'notice' ? [item.message] : []));
const results = (messages: readonly Message[] = []) => messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));

/** What was sent last, from the log alone. */
const replayed = async (rig: Rig) => outgoing([], new Memory(await events(rig)).messages.slice(0, -1));

async function say(rig: Rig, ...prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) {
    rig.say(prompt);
    await rig.session.idle();
  }
}

/** Every request begins with the one before it, byte for byte. */
function extended(requests: readonly ModelRequest[]): readonly boolean[] {
  const sent = requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
  return sent.slice(1).map((text, index) => text.startsWith(sent[index] ?? ''));
}

describe('results of one round that do not fit the window', () => {
  it('are sent shortened, the largest first, and the turn goes on', async () => {
    const script = (request: ModelRequest) => (results(request.messages).length === 0 ? calls('12', '1', '12') : answer('Done.'));
    const rig = setupSession({ script, info: SMALL, execute });
    await say(rig, 'a', 'b');
    expect(stops(rig)).toEqual(['complete', 'complete']);
    const [first = '', second, third = ''] = results(rig.requests[1]?.messages);
    expect(second).toBe(`begins ${long(1)} ends`);
    for (const text of [first, third]) {
      expect(text).toMatch(/^begins every.*\n… \[\d+ characters left out here: the results of this round are too large .*\] …\n.* ends$/s);
      const left = Number(/\[(\d+) characters/.exec(text)?.[1]);
      expect(text.replace(/\n… \[.*\] …\n/, '').length + left).toBe(`begins ${long(12)} ends`.length);
    }
    expect(notices(rig)).toEqual(['2 results of this round are sent to the model shortened: more does not fit p/m at once.']);
    expect(extended(rig.requests)).toEqual([true, true]);
    expect(await replayed(rig)).toEqual(rig.requests.at(-1)?.messages);
    expect(historyOf(await events(rig)).find(({ who }) => who === 'result of bash')?.text).toBe(`begins ${long(12)} ends`);
    expect(items(rig).flatMap((item) => (item.kind === 'tool' ? [item.text?.length] : []))).toEqual(
      [12, 1, 12].map((n) => long(n).length + 12),
    );
  });

  it('are shortened beside a compaction of what stands before them, where there is much', async () => {
    const script = (request: ModelRequest) => {
      if (request.purpose) return answer('So far.');
      return results(request.messages).length > 0 || request.messages.length < 7 ? answer(long(3)) : calls('20');
    };
    const rig = setupSession({ script, info: SMALL, execute });
    await say(rig, 'a', 'b', 'c', 'd');
    expect(stops(rig)).toEqual(Array(4).fill('complete'));
    const kinds = rig.shown.map(({ event }) => event.type).filter((type) => /^(results|compaction\.end|tool\.end)/.test(type));
    expect(kinds).toEqual(['tool.end', 'results.shorten', 'compaction.end']);
    expect(await replayed(rig)).toEqual(rig.requests.at(-1)?.messages);
  });

  it('are halved until the provider takes them, where nobody knows the window', async () => {
    const refused: readonly StreamEvent[] = [
      { type: 'end', stop: 'error', blocks: [], problem: { code: 'context_full', message: 'Too long.', hint: 'Shorten it.' } },
    ];
    const script = (request: ModelRequest) => {
      const length = results(request.messages).join('').length;
      return length === 0 ? calls('40') : length > 9_000 ? refused : answer('Done.');
    };
    const rig = setupSession({ script, execute });
    await say(rig, 'a');
    expect([stops(rig), rig.requests.map(({ purpose }) => purpose)]).toEqual([['complete'], Array(rig.requests.length).fill(undefined)]);
    expect(notices(rig).length).toBeGreaterThan(2);
    const [text = ''] = results(rig.requests.at(-1)?.messages);
    const left = Number(/\[(\d+) characters/.exec(text)?.[1]);
    expect(text.split('left out here').length).toBe(2);
    expect(text.replace(/\n… \[.*\] …\n/, '').length + left).toBe(`begins ${long(40)} ends`.length);
    expect(await replayed(rig)).toEqual(rig.requests.at(-1)?.messages);
  });

  it('are left whole where a compaction makes room for them', async () => {
    const script = (request: ModelRequest) => {
      if (request.purpose) return answer('So far.');
      return results(request.messages).length > 0 || request.messages.length < 7 ? answer(long(3)) : calls('9');
    };
    const rig = setupSession({ script, info: SMALL, execute });
    await say(rig, 'a', 'b', 'c', 'd');
    expect([stops(rig).at(-1), results(rig.requests.at(-1)?.messages)]).toEqual(['complete', [`begins ${long(9)} ends`]]);
    expect(notices(rig)).toEqual([]);
  });
});

describe('when what the model itself wrote is too large to stay', () => {
  it('the prompt that is worked on stays, and the turn goes on', async () => {
    const script = (request: ModelRequest) => {
      if (request.purpose) return answer('So far.');
      return request.messages.length === 1 ? calls(`1 ${long(16)}`) : answer('Done.');
    };
    const rig = setupSession({ script, info: SMALL, execute });
    await say(rig, 'a');
    expect(stops(rig)).toEqual(['complete']);
    expect(
      rig.requests.at(-1)?.messages.map((message) => (message.role === 'user' ? [message.origin, message.text.endsWith('\na')] : [])),
    ).toEqual([
      ['notice', false],
      ['prompt', true],
    ]);
  });

  it('a compaction on request right after a long answer stands for all of it, and can be taken back', async () => {
    const rig = setupSession({ script: (request) => answer(request.purpose ? 'So far.' : long(12)), info: SMALL });
    await say(rig, 'a');
    rig.send({ type: 'session.compact', session: ID });
    await rig.session.idle();
    expect(items(rig).at(-1)).toMatchObject({ kind: 'compaction', cause: 'manual', dropped: { prompts: 1, answers: 1, results: 0 } });
    expect(new Memory(await events(rig)).messages.map((message) => message.role)).toEqual(['user']);
    expect(await rig.undo(1)).toMatchObject({ ok: true });
    await rig.session.idle();
    expect(new Memory(await events(rig)).messages.map((message) => message.role)).toEqual(['user', 'assistant']);
  });
});
