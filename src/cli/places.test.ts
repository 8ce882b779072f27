import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from './main.ts';
import { openRuntime } from './runtime.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-cli-places-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

/** Each reads or writes in the folders of Steiner, in ways of its own. */
const COMMANDS = [
  ...['sessions', 'sessions trash a', 'sessions search x --all', 'models', 'models refresh', 'skills', 'approvals', 'usage', 'config'],
  ...['config set limits.max_turns 3', 'keys', 'login codex status', 'logout codex', 'doctor', 'exec hello', 'demo'],
];

test.each(COMMANDS)('where STEINER_HOME is a file, steiner %s says so', async (command) => {
  const home = join(folder, 'file');
  await writeFile(home, 'mine');
  const terminal = createFakeTerminal({
    cwd: folder,
    env: { STEINER_HOME: home, HOME: folder, PATH: process.env.PATH ?? '', NO_COLOR: '1' },
  });
  const code = await main({ args: command.split(' '), terminal, installation: { root: folder }, openRuntime });
  expect({ code, out: terminal.out(), err: terminal.err(), home: await readFile(home, 'utf8') }).toEqual({
    code: 5,
    out: '',
    err: [
      `error: Steiner cannot keep your configuration in ${home}/config: ${home} is not a folder.`,
      'Nothing was read or changed.',
      'Set STEINER_HOME, or the XDG variables, to a folder of your own, or put this one right.\n',
    ].join('\n'),
    home: 'mine',
  });
});
