import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('refuses to go on without instructions that exist but cannot be read', async () => {
    await mkdir(join(root, 'project/AGENTS.md'));
    const context = await read();
    expect(context).toEqual({
      ok: false,
      error: {
        code: 'context_unreadable',
        message: `The instructions in ${join(root, 'project/AGENTS.md')} cannot be read (EISDIR).`,
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
