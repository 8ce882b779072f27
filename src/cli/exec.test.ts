import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../core/testing/model-script.ts';
import { type ModelServer, startModelServer } from '../core/testing/model-server.ts';
import { png } from '../core/testing/pictures.ts';
import { createTempWorkspace } from '../core/testing/temp-workspace.ts';
import { main } from './main.ts';
import { openRuntime } from './runtime.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

/** The real engine over a scripted model, in a project, at a terminal that a test types at. */
async function start(script: Script, args: readonly string[] = ['Do it']) {
  const workspace = await createTempWorkspace({ files: { 'a.txt': 'old\n', 'src/b c.ts': 'one\ntwo\n' } });
  await writeFile(join(workspace.path, 'one.png'), SHOT);
  await writeFile(join(workspace.path, 'two.png'), png(2, 9));
  releases.push(() => workspace.remove());
  const server = await startModelServer(script);
  releases.push(() => server.close());
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  await writeFile(join(workspace.home, '.netrc'), 'machine a login b');
  const config = [
    `providers: { script: { type: openai_compat, base_url: "${server.url}", api_key: none } }`,
    'models:',
    '  definitions: { scripted: { provider: script, id: scripted } }',
    '  profiles: { default: { default_model: scripted } }',
  ];
  await writeFile(join(workspace.home, 'config', 'config.yaml'), config.join('\n'));
  const env = { PATH: process.env.PATH ?? '', HOME: workspace.home, STEINER_HOME: workspace.home, NO_COLOR: '1' };
  const terminal = createFakeTerminal({ interactive: true, cwd: workspace.path, env });
  const code = main({ args: ['exec', ...args], terminal, installation: { root: workspace.path }, openRuntime });
  return { code, terminal, server };
}

const SHOT = png(6, 4);

const OUTSIDE = '/etc/hosts';
const readOutside: Script = [{ calls: [{ name: 'read', arguments: { path: OUTSIDE } }] }, { text: 'Done.' }];
const asked = ({ text }: { readonly text: string }) => text.includes('anything else denies');

test('allowed at the terminal, a file outside the project is read', async () => {
  const { code, terminal, server } = await start(readOutside);
  await terminal.written.waitFor(asked);
  terminal.type('y\n');
  expect({ code: await code, out: terminal.out(), told: toldAt(server, 1) }).toEqual({
    code: 0,
    out: 'Done.\n',
    told: expect.stringContaining((await readFile(OUTSIDE, 'utf8')).split('\n')[0] ?? ''),
  });
});

test('denied with a reason, the model is told why', async () => {
  const { code, terminal, server } = await start(readOutside);
  await terminal.written.waitFor(asked);
  terminal.type('n\n');
  await terminal.written.waitFor(({ text }) => text.includes('Reason for the model'));
  terminal.type('keep to the project\n');
  expect({ code: await code, told: toldAt(server, 1) }).toEqual({ code: 0, told: expect.stringContaining('keep to the project') });
});

test('Ctrl+C while a question is open withdraws it and stops the turn', async () => {
  const { code, terminal } = await start(readOutside);
  await terminal.written.waitFor(asked);
  terminal.raise('SIGINT');
  expect({ code: await code, last: terminal.err().trimEnd().split('\n').at(-1) }).toEqual({
    code: 130,
    last: expect.stringMatching(/^stopped: cancelled · no files changed · 1 round/),
  });
});

test('pictures and mentioned lines go with the prompt, and are named', async () => {
  const args = ['--image', 'one.png', '-i', 'two.png', 'Compare with @"src/b c.ts":2'];
  const { code, terminal, server } = await start([{ text: 'Alike.' }], args);
  expect([await code, terminal.out()]).toEqual([0, 'Alike.\n']);
  expect(terminal.err()).toContain('+ one.png, picture, 6x4\n+ two.png, picture, 2x9\n+ src/b c.ts, lines 2-2 of 2\n');
  expect(server.requests[0]?.body.messages.at(-1)?.content).toEqual([
    { type: 'text', text: expect.stringMatching(/\[Attached src\/b c.ts: lines 2-2 of 2; file_hash \w{8}\]\ntwo\n/) },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${SHOT.toString('base64')}` } },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
  ]);
});

test.each([
  [['--image', 'a.txt', 'Look'], 'a.txt cannot be attached: it is no PNG, JPEG, WebP or GIF.'],
  [['--image', 'nowhere.png', 'Look'], /nowhere.png cannot be attached: it cannot be read \(ENOENT/],
  [['See @~/.netrc'], '~/.netrc cannot be attached: it may hold keys, credentials or private data of the person.'],
])('what cannot be attached ends it before anything is sent: %j', async (args, said) => {
  const { code, terminal, server } = await start([], args);
  expect(await code).toBe(1);
  expect(terminal.err()).toMatch(said);
  expect(server.requests).toEqual([]);
});

function toldAt(server: ModelServer, request: number): string {
  return String(server.requests[request]?.body.messages.at(-1)?.content);
}
