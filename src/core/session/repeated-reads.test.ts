import { expect, it } from 'vitest';
import type { CallId } from '../../shared/ids.ts';
import type { ModelRequest, StreamEvent } from '../providers/provider.ts';
import { answer, ID, setupSession } from '../testing/session-rig.ts';
import type { ToolOutcome } from '../tools/tool.ts';

const BODY = 'a line of the file\n'.repeat(50);
const HEAD = '[a.ts: lines 1-50 of 50; file_hash 1]\n';
const TOLD = `${HEAD}[Unchanged since you read the same lines before. They stand in that result, above in this conversation, and are not repeated.]`;

let calls = 0;
function reading(...paths: readonly string[]): readonly StreamEvent[] {
  calls += 1;
  const blocks = paths.map((path, index) => ({
    type: 'tool_call' as const,
    id: `c${calls}-${index}` as CallId,
    name: 'read',
    arguments: path,
  }));
  return [{ type: 'end', stop: 'tool_calls', blocks }];
}

/** One prompt after the other; each has the model read these paths. */
async function results(rounds: readonly (readonly string[])[], text: (path: string) => string, annotatesReads = true) {
  const waiting = [...rounds];
  const script = (request: ModelRequest) => {
    if (request.purpose) return answer('So far.');
    return request.messages.at(-1)?.role === 'tool' ? answer('Done.') : reading(...(waiting.shift() ?? []));
  };
  const execute = async (call: { readonly arguments: string }): Promise<ToolOutcome> => ({ text: text(call.arguments), isError: false });
  const rig = setupSession({ script, execute, deps: { annotatesReads: () => annotatesReads } });
  for (const _ of rounds) {
    rig.say('go');
    await rig.session.idle();
  }
  return { rig, texts: rig.shown.flatMap(({ event }) => (event.type === 'tool.end' ? [event.text] : [])) };
}

it('tells of a repeated read in a later round, and not in the same one', async () => {
  const { texts } = await results([['a', 'a'], ['a']], () => HEAD + BODY);
  expect(texts).toEqual([HEAD + BODY, HEAD + BODY, TOLD]);
});

it('sends what is not the same, or hardly longer, or where it is turned off', async () => {
  let version = 0;
  expect((await results([['a'], ['a']], () => `${HEAD}${++version}${BODY}`)).texts.map((text) => text.length > 500)).toEqual([true, true]);
  expect((await results([['a'], ['a']], () => `${HEAD}short\n`)).texts).toEqual([`${HEAD}short\n`, `${HEAD}short\n`]);
  expect((await results([['a'], ['a']], () => HEAD + BODY, false)).texts).toEqual([HEAD + BODY, HEAD + BODY]);
});

it('sends it again once a compaction took the earlier one away', async () => {
  const { rig } = await results([['a'], ['b'], ['b'], ['b'], ['b']], (path) => (path === 'a' ? HEAD + BODY : 'other\n'));
  rig.send({ type: 'session.compact', session: ID });
  await rig.session.idle();
  const before = rig.shown.filter(({ event }) => event.type === 'tool.end').length;
  expect(rig.shown.some(({ event }) => event.type === 'compaction.end')).toBe(true);
  const again = setupSession({
    script: (request) => (request.messages.at(-1)?.role === 'tool' ? answer('Done.') : reading('a')),
    execute: async () => ({ text: HEAD + BODY, isError: false }),
    log: rig.written,
    deps: { annotatesReads: () => true },
  });
  again.say('once more');
  await again.session.idle();
  expect([before, again.shown.flatMap(({ event }) => (event.type === 'tool.end' ? [event.text] : []))]).toEqual([5, [HEAD + BODY]]);
});
