import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxState } from '../../shared/ipc.ts';
import { readStaticContext } from './static-context.ts';
import { systemPrompt } from './system.ts';

const ACTIVE: SandboxState = { state: 'active', writable: [], network: 'host' };

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-context-'));
  await mkdir(join(root, 'config'));
  await mkdir(join(root, 'project'));
});
afterEach(() => rm(root, { recursive: true }));

function read() {
  const sources = { config: join(root, 'config'), project: join(root, 'project') };
  return readStaticContext({ ...sources, now: Date.UTC(2026, 10, 30, 12), sandbox: ACTIVE });
}

describe('readStaticContext', () => {
  it('puts the user file before the project file and the date last', async () => {
    await writeFile(join(root, 'config/AGENTS.md'), 'user rules\n');
    await writeFile(join(root, 'project/AGENTS.md'), 'project rules\n\n');
    const context = await read();
    const text = context.ok ? (context.value.preface[0]?.text ?? '') : '';
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      '# Conventions of the user (AGENTS.md)',
      'user rules',
      '# Conventions of this project (AGENTS.md)',
      'project rules',
      '# Session',
      `Project folder: ${join(root, 'project')}`,
      expect.stringMatching(/^Date at the start of the session: 2026-11-\d\d \(\w+\), UTC[+-]\d\d:\d\d$/),
    ]);
  });

  it('does without files that are not there', async () => {
    const context = await read();
    expect(context.ok && context.value.preface[0]?.text.startsWith('# Session')).toBe(true);
  });

  it('follows a link that stays in the project', async () => {
    await writeFile(join(root, 'project/RULES.md'), 'linked rules\n');
    await symlink('RULES.md', join(root, 'project/AGENTS.md'));
    const context = await read();
    expect(context.ok && context.value.preface[0]?.text).toContain('linked rules');
  });

  it.each<[string, string, (path: string) => Promise<unknown>]>([
    ['a folder', 'it is a folder', (path) => mkdir(path)],
    ['a pipe', 'it is not a regular file', (path) => promisify(execFile)('mkfifo', [path])],
    ['a link out of the project', 'it lies outside the project or is a link that leads there', (path) => symlink('../secret', path)],
    ['too long', 'it is larger than 1 MiB', (path) => writeFile(path, 'x'.repeat(1024 * 1024 + 1))],
  ])('refuses to go on without instructions that are %s', async (_, reason, make) => {
    await writeFile(join(root, 'secret'), 'a key');
    await make(join(root, 'project/AGENTS.md'));
    expect(await read()).toEqual({
      ok: false,
      error: {
        code: 'context_unreadable',
        message: `The instructions in ${join(root, 'project/AGENTS.md')} cannot be read: ${reason}.`,
        hint: 'Make the file readable, or move it away; then send the prompt again.',
        safe: 'Nothing was sent to the model.',
      },
    });
  });
});

describe('systemPrompt', () => {
  it('tells the model the truth about the sandbox', () => {
    expect(systemPrompt(ACTIVE)).toContain('Commands run in a sandbox');
    expect(systemPrompt({ ...ACTIVE, network: 'off' })).toContain('There is no network.');
    expect(systemPrompt({ ...ACTIVE, state: 'off' })).toContain('turned the sandbox off');
    expect(systemPrompt({ ...ACTIVE, state: 'unavailable' })).toContain('Commands cannot run');
  });
});
