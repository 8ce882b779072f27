import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startModelServer } from '../../core/testing/model-server.ts';
import { ScriptedCache } from '../../core/testing/sent-bodies.ts';
import { createTempWorkspace, type TempWorkspace } from '../../core/testing/temp-workspace.ts';
import { main } from '../main.ts';
import { openRuntime } from '../runtime.ts';
import { createFakeTerminal } from '../testing/fake-terminal.ts';

const RULES = 'Rule. '.repeat(2_000);

let workspace: TempWorkspace;
let release: () => Promise<unknown> = async () => {};
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'AGENTS.md': `Be careful.\n${RULES}` } });
  const cache = new ScriptedCache();
  const server = await startModelServer((request) => {
    const { input, read } = cache.take(request);
    return { text: 'Yes.', usage: { prompt_tokens: input, prompt_tokens_details: { cached_tokens: read }, completion_tokens: 1 } };
  });
  release = async () => {
    await server.close();
    await workspace.remove();
  };
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  const config = [
    `providers: { script: { type: openai_compat, base_url: "${server.url}", api_key: none } }`,
    'models:',
    '  definitions: { scripted: { provider: script, id: scripted, price: { input: 2, output: 1, cache_read: 0.5 } } }',
    '  profiles: { default: { default_model: scripted } }',
  ];
  await writeFile(join(workspace.home, 'config', 'config.yaml'), config.join('\n'));
});
afterEach(() => release());

/** Each call is a process of its own, as far as the engine goes. */
async function run(...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: workspace.home, STEINER_HOME: workspace.home, NO_COLOR: '1' };
  const terminal = createFakeTerminal({ cwd: workspace.path, env });
  const code = await main({ args, terminal, installation: { root: workspace.path }, openRuntime });
  if (code !== 0) throw new Error(terminal.err());
  return terminal.out();
}

test('says which request broke the prefix, at which byte, why, and what it cost', async () => {
  await run('exec', 'One.');
  await run('exec', '--continue', 'Two.');
  await workspace.write({ 'AGENTS.md': `Be cautious.\n${RULES}` });
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
  const sessions = join(workspace.home, 'state', 'sessions');
  const record = (await readdir(sessions, { recursive: true })).find((name) => name.endsWith('requests.jsonl')) ?? '';
  await writeFile(join(sessions, record), 'what a broken disk gives\n{}\n');
  const [id = ''] = (await run('sessions')).split(' ');
  expect(await run('sessions', 'prefix', id)).toMatch(/^No request is recorded\. .*\n2 lines of the record could not be read\.\n$/);
});
