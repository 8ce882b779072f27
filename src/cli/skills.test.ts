import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../core/testing/model-server.ts';
import { createTempWorkspace, type TempWorkspace } from '../core/testing/temp-workspace.ts';
import { main } from './main.ts';
import { openRuntime } from './runtime.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

const ROOT = resolve(import.meta.dirname, '..', '..');

async function start(): Promise<{ readonly workspace: TempWorkspace; readonly server: ModelServer }> {
  const workspace = await createTempWorkspace({ files: { 'a.txt': 'x\n' } });
  releases.push(() => workspace.remove());
  const server = await startModelServer(() => ({ text: 'Done.' }));
  releases.push(() => server.close());
  const config = [
    `providers: { script: { type: openai_compat, base_url: "${server.url}", api_key: none } }`,
    'models: { profiles: { default: { default_model: script/m } } }',
  ];
  await mkdir(join(workspace.home, 'config', 'skills', 'tidy'), { recursive: true });
  await writeFile(join(workspace.home, 'config', 'config.yaml'), config.join('\n'));
  await writeFile(
    join(workspace.home, 'config', 'skills', 'tidy', 'SKILL.md'),
    '---\nname: tidy\ndescription: Tidies up.\n---\nTidy it.\n',
  );
  return { workspace, server };
}

async function run(workspace: TempWorkspace, ...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', HOME: workspace.home, STEINER_HOME: workspace.home, NO_COLOR: '1' };
  const terminal = createFakeTerminal({ interactive: false, cwd: workspace.path, env });
  const code = await main({ args, terminal, installation: { root: ROOT }, openRuntime });
  return { code, out: terminal.out(), err: terminal.err() };
}

test('lists the skills with where they come from, those that are shipped included', async () => {
  const { workspace } = await start();
  const { code, out } = await run(workspace, 'skills');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(code).toBe(0);
  expect(lines).toContainEqual(['/tidy', 'user', '9 B', 'Tidies up.']);
  expect(lines).toContainEqual([
    '/tour [folder or question]',
    'bundled',
    expect.stringMatching(/kB$/),
    expect.stringMatching(/^Shows you around/),
  ]);
  const json = await run(workspace, 'skills', 'list', '--json');
  expect(
    json.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).name),
  ).toEqual(['tidy', 'tour']);
});

test('prints one, and says what is wrong where it cannot', async () => {
  const { workspace } = await start();
  expect(await run(workspace, 'skills', 'show', 'tidy')).toEqual({ code: 0, out: 'Tidy it.\n', err: '' });
  expect(await run(workspace, 'skills', 'show', 'tidi')).toMatchObject({ code: 5, err: expect.stringContaining('Did you mean tidy?') });
  expect(await run(workspace, 'skills', 'shwo')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean show?') });
  await writeFile(join(workspace.home, 'config', 'skills', 'tidy', 'SKILL.md'), 'Tidy.');
  const { out, err } = await run(workspace, 'skills');
  expect(out).toMatch(/^\/tidy +user +0 B +\(cannot be used\)$/m);
  expect(err).toMatch(/tidy\/SKILL\.md: It must begin with front matter/);
});

test('exec starts the skills it is given, each told once before the prompt', async () => {
  const { workspace, server } = await start();
  expect(await run(workspace, 'exec', '--skill', 'tidy', '--skill', 'tour', '--skill=tidy', '/tidy src')).toMatchObject({
    code: 0,
    out: 'Done.\n',
  });
  const user = server.requests[0]?.body.messages.findLast(({ role }) => role === 'user');
  const text = typeof user?.content === 'string' ? user.content : JSON.stringify(user?.content);
  expect([...text.matchAll(/\[Skill (\w+): active/g)].map(([, name]) => name)).toEqual(['tidy', 'tour']);
  expect(text.endsWith('/tidy src')).toBe(true);
  const refused = await run(workspace, 'exec', '--skill', 'nope', 'x');
  expect(refused).toMatchObject({ code: 5, err: expect.stringContaining('There is no skill "nope".') });
  expect(server.requests).toHaveLength(1);
});
