import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScriptedCache } from '../../core/testing/sent-bodies.ts';
import { createScriptedHome, type ScriptedHome } from '../testing/scripted-home.ts';

const RULES = 'Rule. '.repeat(2_000);

let home: ScriptedHome;
beforeEach(async () => {
  const cache = new ScriptedCache();
  home = await createScriptedHome(
    (request) => {
      const { input, read } = cache.take(request);
      return { text: 'Yes.', usage: { prompt_tokens: input, prompt_tokens_details: { cached_tokens: read }, completion_tokens: 1 } };
    },
    { files: { 'AGENTS.md': `Be careful.\n${RULES}` }, model: 'price: { input: 2, output: 1, cache_read: 0.5 }' },
  );
});
afterEach(() => home.close());

async function run(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await home.run(...args);
  if (code !== 0) throw new Error(err);
  return out;
}

test('says which request broke the prefix, at which byte, why, and what it cost', async () => {
  await run('exec', 'One.');
  await run('exec', '--continue', 'Two.');
  await home.workspace.write({ 'AGENTS.md': `Be cautious.\n${RULES}` });
  await run('exec', '--continue', 'Three.');
  const [session] = (await run('sessions')).split(' ');
  const id = session?.slice(0, 8) ?? '';
  const list = await run('sessions', 'prefix', id);
  expect(list).toMatch(/^2 .* goes on from 1$/m);
  expect(list).toMatch(
    /^3 .* breaks with 2 at message 1 \(user\): instructions, project files or the date changed when the session was opened again +lost [\d,]+ tokens, \$0\.0\d+$/m,
  );
  expect(list).toMatch(/\n\n3 requests, 1 break, [\d,]+ tokens lost, \$0\.0\d+\n$/);
  const pair = await run('sessions', 'prefix', id, '3');
  expect(pair).toMatch(/^First difference: message 1 \(user\), byte \d+$/m);
  expect(pair).toMatch(/^both +…?.*Be ca$/m);
  expect(pair).toMatch(/^in 2 +reful\.\\nRule\. .*…$/m);
  expect(pair).toMatch(/^in 3 +utious\.\\nRule\. .*…$/m);
  expect(pair).toMatch(/^Lost: [\d,]+ tokens, \$0\.0\d+$/m);
  expect(await run('sessions', 'prefix', id, '1', '2')).toContain(
    'Nothing of the earlier one differs.\nCause: goes on from it\nLost: nothing\n',
  );
  expect(JSON.parse(await run('sessions', 'prefix', id, '1', '3', '--json'))).toMatchObject({
    a: { number: 1 },
    b: { number: 3 },
    place: { part: 'message', message: 1 },
  });
});

test('a record of which nothing can be read is not said to be none', async () => {
  await run('exec', 'One.');
  const sessions = join(home.workspace.home, 'state', 'sessions');
  const record = (await readdir(sessions, { recursive: true })).find((name) => name.endsWith('requests.jsonl')) ?? '';
  await writeFile(join(sessions, record), 'what a broken disk gives\n{}\n');
  const [id = ''] = (await run('sessions')).split(' ');
  expect(await run('sessions', 'prefix', id)).toMatch(/^No request is recorded\. .*\n2 lines of the record could not be read\.\n$/);
});
