import { readFile, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Ports } from '../lib/ports.ts';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { Checkpoints } from './checkpoints.ts';
import { WorkTree } from './work-tree.ts';

let workspace: TempWorkspace;
let ports: Ports;
let checkpoints: Checkpoints | undefined;
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'plain.txt': 'plain\n' } });
  ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: workspace.home, STEINER_HOME: workspace.home } });
});
afterEach(async () => {
  await checkpoints?.close();
  checkpoints = undefined;
  await ports.processes.close();
  await workspace.remove();
});

/** A repository with these attributes and settings, and files that were added by the person. */
async function begin(
  attributes: string,
  settings: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Promise<Checkpoints> {
  for (const [name, value] of Object.entries(settings)) await workspace.git('config', name, value);
  await workspace.write({ '.gitattributes': attributes, ...files });
  await workspace.git('add', '-A');
  await workspace.git('commit', '-qm', 'converted');
  const runner = { processes: ports.processes, environment: ports.environment, owner: 'test' };
  const tree = new WorkTree({ runner, folder: workspace.path, root: workspace.path, gitDir: join(workspace.path, '.git') });
  checkpoints = new Checkpoints({ tree, clock: ports.clock, logger: ports.logger });
  return checkpoints;
}

const bytes = (name: string) => readFile(join(workspace.path, name), 'utf8').catch(() => undefined);

const CONVERTED: readonly [string, string, Readonly<Record<string, string>>, string][] = [
  ['a filter that takes something out', 'f filter=nb\n', { 'filter.nb.clean': 'sed /output/d' }, 'code\noutput: 42 precious\n'],
  ['a filter that keeps the length', 'f filter=low\n', { 'filter.low.clean': 'tr A-Z a-z' }, 'Mixed Case\n'],
  ['line feeds where git would write CRLF', '', { 'core.autocrlf': 'true' }, 'a\nb\n'],
  ['CRLF where git keeps line feeds', '* text=auto\n', {}, 'a\r\nb\r\n'],
  ['line feeds where the attribute says CRLF', '* text eol=crlf\n', {}, 'a\nb\n'],
  ['keywords', 'f ident\n', {}, 'one $Id: whatever $ two\n'],
  ['another encoding', 'f working-tree-encoding=UTF-16LE\n', {}, 'a\u0000b\u0000\n\u0000'],
];

it.each(CONVERTED)('a rewind and its redo bring back each byte: %s', async (_name, attributes, settings, content) => {
  const files = await begin(attributes, settings, { f: content, gone: content });
  await files.take('s', 't', 'before');
  await workspace.write({ f: `${content}${content}`, new: content });
  await rm(join(workspace.path, 'gone'));
  await files.take('s', 't', 'after');
  const { present: after } = await files.restore('s', 't', (await files.before('s', 't')) ?? '');
  expect(await Promise.all(['f', 'gone', 'new'].map(bytes))).toEqual([content, content, undefined]);
  await files.restore('s', 't', after);
  expect(await Promise.all(['f', 'gone', 'new', 'plain.txt'].map(bytes))).toEqual([`${content}${content}`, undefined, content, 'plain\n']);
});

it('runs no filter of the repository, and sees a change of the same length', async () => {
  const files = await begin('f filter=proof\n', { 'filter.proof.clean': 'cat' }, { f: 'one\n' });
  await workspace.git('config', 'filter.proof.clean', 'touch clean; cat');
  await workspace.git('config', 'filter.proof.smudge', 'touch smudge; cat');
  await files.take('s', 't', 'before');
  await workspace.write({ f: 'two\n' });
  const before = (await files.before('s', 't')) ?? '';
  expect((await files.plan(before)).files.map(({ path, change }) => `${change} ${path}`)).toEqual(['modified f']);
  await files.restore('s', 't', before);
  expect((await files.plan(before)).files).toEqual([]);
  expect(await Promise.all(['f', 'clean', 'smudge'].map(bytes))).toEqual(['one\n', undefined, undefined]);
});

it('a converted file that became a link, and back', async () => {
  const files = await begin('f filter=nb\n', { 'filter.nb.clean': 'sed /output/d' }, { f: 'code\noutput\n' });
  await files.take('s', 't', 'before');
  await rm(join(workspace.path, 'f'));
  await symlink('plain.txt', join(workspace.path, 'f'));
  const { present: link } = await files.restore('s', 't', (await files.before('s', 't')) ?? '');
  expect(await bytes('f')).toBe('code\noutput\n');
  await files.restore('s', 't', link);
  expect(await readlink(join(workspace.path, 'f'))).toBe('plain.txt');
});
