import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxState } from '../../shared/sandbox-state.ts';
import { type ContextSources, changedSince, readStaticContext } from './static-context.ts';
import { systemPrompt, withOverride } from './system.ts';

const ACTIVE: SandboxState = { state: 'active', writable: [], network: 'host' };

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-context-'));
  await mkdir(join(root, 'config'));
  await mkdir(join(root, 'project'));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

function read(more: Partial<ContextSources> = {}) {
  const sources = { config: join(root, 'config'), project: join(root, 'project') };
  return readStaticContext({ ...sources, now: Date.UTC(2026, 10, 30, 12), sandbox: ACTIVE, ...more });
}

async function preface(settings: ContextSources['settings']): Promise<string[]> {
  const context = await read(settings ? { settings } : {});
  if (!context.ok) throw new Error(context.error.message);
  return context.value.sources.filter(({ kind, text }) => kind.startsWith('project') && text !== '').map(({ text }) => text);
}

const USUAL = { extra_files: [], ignore_files: [], max_bytes: undefined, max_tokens: undefined };

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

describe('the further files of the project', () => {
  const RULES = { ...USUAL, extra_files: ['RULES.md'] };

  it('are cut at a whole line where they are longer than configured, with where the rest is; AGENTS.md never is', async () => {
    await writeFile(join(root, 'project/AGENTS.md'), 'x'.repeat(20_000));
    await writeFile(join(root, 'project/RULES.md'), 'first line\nsecond line\nthird line\n');
    const cut = 'RULES.md goes on; it is cut here because it is long. Read the file for the rest.';
    const all = await Promise.all([preface({ ...RULES, max_bytes: 25 }), preface({ ...RULES, max_tokens: 3 }), preface(RULES)]);
    expect(all.map(([, rules]) => rules)).toEqual([
      `# About this project (RULES.md)\n\nfirst line\nsecond line\n\n[${cut}]`,
      `# About this project (RULES.md)\n\nfirst line\n\n[${cut}]`,
      '# About this project (RULES.md)\n\nfirst line\nsecond line\nthird line',
    ]);
    expect(all.every(([agents = '']) => agents.length > 20_000)).toBe(true);
    const context = await read({ settings: { ...RULES, max_bytes: 25 } });
    expect(context.ok && context.value.sources.map(({ kind, truncated }) => [kind, truncated])).toEqual([
      ['user_instructions', undefined],
      ['project_instructions', undefined],
      ['project_context', true],
      ['session', undefined],
    ]);
  });

  it('take 8,000 bytes in all when nothing is said', async () => {
    await writeFile(join(root, 'project/RULES.md'), `${'x'.repeat(99)}\n`.repeat(79));
    await writeFile(join(root, 'project/MORE.md'), `${'y'.repeat(99)}\n`.repeat(2));
    const [first = '', more = ''] = await preface({ ...USUAL, extra_files: ['RULES.md', 'MORE.md'] });
    expect([first.match(/x{99}/g)?.length, more.match(/y{99}/g)?.length, more.includes('MORE.md goes on')]).toEqual([79, 1, true]);
  });

  it('are added once, without ignored ones, and from nowhere else', async () => {
    await writeFile(join(root, 'project/AGENTS.md'), 'left out');
    await writeFile(join(root, 'project/RULES.md'), 'added');
    await writeFile(join(root, 'outside.md'), 'secret');
    expect(
      await preface({ ...USUAL, extra_files: ['RULES.md', 'gone.md', 'AGENTS.md', './RULES.md'], ignore_files: ['AGENTS.md'] }),
    ).toEqual(['# About this project (RULES.md)\n\nadded']);
    const outside = await read({ settings: { ...USUAL, extra_files: ['../outside.md'] } });
    expect(outside.ok ? '' : outside.error.message).toContain('it lies outside the project');
  });

  it('count as changed also behind the cut', async () => {
    await writeFile(join(root, 'project/RULES.md'), 'first line\nsecond line\n');
    const context = await read({ settings: { ...RULES, max_bytes: 12 } });
    const sources = context.ok ? context.value.sources : [];
    const before = await changedSince(sources);
    await writeFile(join(root, 'project/RULES.md'), 'first line\nother line\n');
    expect([before.size, [...(await changedSince(sources))]]).toEqual([0, [join(root, 'project/RULES.md')]]);
  });
});

it('instructions that come to be, or get their first words, count as changed and are no part of what was sent', async () => {
  await writeFile(join(root, 'project/RULES.md'), '\n');
  const context = await read({ settings: { ...USUAL, extra_files: ['RULES.md'] } });
  const { sources, preface: sent } = context.ok ? context.value : { sources: [], preface: [] };
  const before = await changedSince(sources);
  const paths = ['config/AGENTS.md', 'project/AGENTS.md', 'project/RULES.md'].map((name) => join(root, name));
  for (const path of paths) await writeFile(path, 'rules\n');
  expect([before.size, [...(await changedSince(sources))]]).toEqual([0, paths]);
  expect(sent.map(({ text }) => text)).toEqual([sources.at(-1)?.text]);
});

describe('the style and the override of the system prompt', () => {
  it('is terse where the configuration asks for it', () => {
    expect([systemPrompt(ACTIVE).includes('# Terse'), systemPrompt(ACTIVE, 'terse').includes('# Terse')]).toEqual([false, true]);
  });

  it('gives way to that of a model, and takes more at its end', () => {
    expect([withOverride('own'), withOverride('own', { system: 'other' }), withOverride('own', { suffix: 'more' })]).toEqual([
      'own',
      'other',
      'own\n\nmore',
    ]);
  });
});
