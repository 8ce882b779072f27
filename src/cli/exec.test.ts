import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../core/testing/model-script.ts';
import { type ModelServer, startModelServer } from '../core/testing/model-server.ts';
import { createTempWorkspace } from '../core/testing/temp-workspace.ts';
import { main } from './main.ts';
import { openRuntime } from './runtime.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

/** The real engine over a scripted model, in a project, at a terminal that a test types at. */
async function start(script: Script) {
  const workspace = await createTempWorkspace({ files: { 'a.txt': 'old\n' } });
  releases.push(() => workspace.remove());
  const server = await startModelServer(script);
  releases.push(() => server.close());
  await mkdir(join(workspace.home, 'config'), { recursive: true });
  const config = [
    `providers: { script: { type: openai_compat, base_url: "${server.url}", api_key: none } }`,
    'models:',
    '  definitions: { scripted: { provider: script, id: scripted } }',
    '  profiles: { default: { default_model: scripted } }',
  ];
  await writeFile(join(workspace.home, 'config', 'config.yaml'), config.join('\n'));
  const env = { PATH: process.env.PATH ?? '', HOME: workspace.home, STEINER_HOME: workspace.home, NO_COLOR: '1' };
  const terminal = createFakeTerminal({ interactive: true, cwd: workspace.path, env });
  const code = main({ args: ['exec', 'Do it'], terminal, installation: { root: workspace.path }, openRuntime });
  return { code, terminal, server };
}

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

function toldAt(server: ModelServer, request: number): string {
  return String(server.requests[request]?.body.messages.at(-1)?.content);
}
