import { afterEach, expect, test } from 'vitest';
import { viewOf } from '../../shared/fold.ts';
import { value } from '../testing/engine-rig.ts';
import { arrivedBody, firstDifference } from '../testing/sent-bodies.ts';
import { say, startTalk, type Talk } from '../testing/talk.ts';

let talk: Talk;
afterEach(() => talk.rig.close());

/** Leaves some 20,000 tokens; the tools and the system prompt are a part of that. */
function config(url: string): string {
  return `providers:
  local: { type: openai_compat, base_url: "${url}", api_key: none }
models:
  definitions:
    scripted: { provider: local, id: scripted, retry: { enabled: false }, advanced: { limits: { context_window: 24000, max_output_tokens: 1000 } } }
  profiles: { default: { default_model: scripted } }
`;
}

const line = (file: string, number: number) => `${file} line ${number}: every word here takes about one token and no more\n`;
const text = (file: string) => Array.from({ length: 900 }, (_, index) => line(file, index + 1)).join('');
const read = (path: string) => ({ name: 'read', arguments: { path, limit: 900 } });

test('files that do not fit together are read all the same, the rest is in the history, and the cached prefix holds', async () => {
  const script = [
    { calls: [read('a.txt'), read('b.txt')] },
    { calls: [{ name: 'history', arguments: { query: '450: every' } }] },
    { text: 'Read.' },
    { text: 'Again.' },
  ];
  talk = await startTalk({ config, script, files: { 'a.txt': text('a'), 'b.txt': text('b') } });
  await say(talk, 'Read both.');
  await say(talk, 'And now?');
  const bodies = talk.rig.server.requests.map(arrivedBody);
  expect(bodies.length).toBe(4);
  expect(bodies.slice(1).map((body, index) => firstDifference(bodies[index] ?? body, body))).toEqual([undefined, undefined, undefined]);
  const sent = bodies[1]?.messages.join('\n') ?? '';
  expect([sent.includes('a line 1: '), sent.includes('b line 900: '), sent.includes('a line 450: ')]).toEqual([true, true, false]);
  expect(sent).toContain('The history tool has this result whole, in pieces]');
  expect(bodies[2]?.messages.at(-1)).toContain('a line 450: every');
  const { items } = viewOf(value(await talk.project.openSession(talk.session)));
  expect(items.flatMap((item) => (item.kind === 'notice' ? [item.message] : []))).toEqual([
    '2 results of this round are sent to the model shortened: more does not fit local/scripted at once.',
  ]);
  expect(items.flatMap((item) => (item.kind === 'turn' ? [item.stop] : []))).toEqual(['complete', 'complete']);
  const { totals } = value(await talk.project.prefix.report(talk.session));
  expect(totals).toMatchObject({ requests: 4, breaks: 0 });
});
