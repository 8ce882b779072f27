import { chmod, lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  change,
  contents,
  file,
  gitIn,
  goBack,
  open,
  passTime,
  planned,
  repository,
  said,
  seen,
  submodule,
  submoduleOf,
  text,
  workspace,
} from './testing/checkpoint-rig.ts';

describe('a checkpoint of repositories inside', () => {
  it.each([
    ['a submodule', submodule],
    ['a repository that nothing names', repository],
  ])('brings back the files of %s like others, and leaves its index, HEAD and branches as they are', async (_, make) => {
    await make('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await change('sub');
    await gitIn('sub', 'commit', '--quiet', '--all', '--message', 'by a command');
    const before = [await seen('.'), await seen('sub')];
    await checkpoints.take('s', 't1', 'after');
    expect([await seen('.'), await seen('sub')]).toEqual(before);
    const after = await contents('sub');
    expect(await planned(checkpoints)).toEqual(['modified sub/b.txt', 'created sub/gone.txt', 'deleted sub/new/file.txt']);
    const { present } = await goBack(checkpoints);
    expect(await contents('sub')).toEqual(['two\n', 'three\n', undefined, 'secret\n']);
    expect((await lstat(file('sub/large.bin'))).size).toBe(17 * 1024 * 1024);
    expect(await gitIn('sub', 'log', '--format=%s')).toBe('by a command\nfirst');
    await checkpoints.restore('s', 't1', present);
    expect(await contents('sub')).toEqual(after);
  });

  it('goes on after a restart, at any depth, and with what git removes as unused', async () => {
    await submodule('deep/sub');
    await repository('deep/sub/er');
    const first = await open();
    await first.take('s', 't1', 'before');
    await first.close();
    await change('deep/sub/er');
    await workspace.write({ 'deep/sub/b.txt': 'changed\n', 'a.txt': 'changed\n' });
    for (const name of ['.', 'deep/sub', 'deep/sub/er']) await gitIn(name, 'gc', '--quiet', '--prune=now');
    await goBack(await open());
    expect([await contents('deep/sub/er'), await text('deep/sub/b.txt'), await text('a.txt')]).toEqual([
      ['two\n', 'three\n', undefined, 'secret\n'],
      'two\n',
      'one\n',
    ]);
  });

  it('runs nothing that the repository names, and keeps what it would convert byte by byte', async () => {
    await repository('sub');
    await writeFile(file('evil'), `#!/bin/sh\necho ran >> ${file('ran')}\ncat\n`);
    await chmod(file('evil'), 0o755);
    const settings = [
      'filter.x.clean',
      'filter.x.smudge',
      'filter.x.process',
      'core.fsmonitor',
      'core.sshCommand',
      'core.alternateRefsCommand',
    ];
    for (const name of settings) await gitIn('sub', 'config', name, file('evil'));
    await gitIn('sub', 'config', 'core.autocrlf', 'input');
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
      await symlink(file('evil'), file(`sub/.git/hooks/${hook}`));
    await workspace.write({ 'sub/.gitattributes': '*.x filter=x\n', 'sub/lines.txt': 'a\r\nb\r\n', 'sub/f.x': 'as it is\n' });
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    // Of the same length as before, so that git would ask the filter whether it is the same.
    await workspace.write({
      'sub/.gitattributes': '* filter=x\n',
      'sub/lines.txt': 'a\nb\n',
      'sub/f.x': 'changed\n',
      'sub/b.txt': 'new\n',
    });
    await checkpoints.take('s', 't1', 'after');
    await goBack(checkpoints);
    const restored = await Promise.all(['sub/lines.txt', 'sub/f.x', 'sub/b.txt', 'ran'].map(text));
    expect(restored).toEqual(['a\r\nb\r\n', 'as it is\n', 'two\n', undefined]);
  });

  it('says which are left as they are, touches nothing of them, and brings back the rest', async () => {
    await repository('removed');
    await repository('moved');
    await repository('outside');
    await rename(file('outside'), join(workspace.home, 'outside'));
    await workspace.write({ 'became/b.txt': 'plain\n' });
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await repository('since');
    await rm(file('removed'), { recursive: true });
    await rm(file('moved/.git'), { recursive: true });
    await workspace.write({ 'moved/b.txt': 'changed\n', 'a.txt': 'changed\n' });
    await mkdir(file('linked'));
    await writeFile(file('linked/.git'), `gitdir: ${join(workspace.home, 'outside/.git')}\n`);
    await writeFile(file('linked/b.txt'), 'theirs\n');
    await symlink(join(workspace.home, 'outside'), file('link'));
    expect(await planned(checkpoints)).toEqual([
      'modified a.txt',
      'deleted link',
      'left linked elsewhere',
      'left moved gone',
      'left removed gone',
      'left since not_then',
    ]);
    await goBack(checkpoints);
    expect(await Promise.all(['a.txt', 'since/b.txt', 'moved/b.txt', 'linked/b.txt', 'removed/b.txt'].map(text))).toEqual([
      'one\n',
      'two\n',
      'changed\n',
      'theirs\n',
      undefined,
    ]);
    expect(await readFile(join(workspace.home, 'outside/b.txt'), 'utf8')).toBe('two\n');
  });

  it('brings back a submodule whose whole folder is gone, with those inside it; redo takes its files away again', async () => {
    await submodule('deep/sub');
    await submoduleOf('deep/sub', 'er');
    const first = await open();
    await first.take('s', 't1', 'before');
    await first.close();
    const before = [await said('.'), await said('deep/sub'), await said('deep/sub/er')];
    await rm(file('deep'), { recursive: true });
    const checkpoints = await open();
    const names = ['.gitignore', 'b.txt', 'er/.gitignore', 'er/b.txt', 'er/gone.txt', 'gone.txt'];
    const plan = await planned(checkpoints);
    expect(plan.toSorted()).toEqual(['.gitmodules', ...names].map((name) => `created deep/sub/${name}`).toSorted());
    const { present } = await goBack(checkpoints);
    expect(await Promise.all(['b.txt', 'gone.txt', 'er/b.txt'].map((name) => text(`deep/sub/${name}`)))).toEqual([
      'two\n',
      'three\n',
      'two\n',
    ]);
    expect([await said('.'), await said('deep/sub'), await said('deep/sub/er')]).toEqual(before);
    await checkpoints.restore('s', 't1', present);
    expect([await text('deep/sub/b.txt'), await text('deep/sub/er/b.txt'), await text('a.txt')]).toEqual([undefined, undefined, 'one\n']);
  });

  it('takes the folder of a submodule away again where the files cannot be brought back', async () => {
    await submodule('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await rm(file('sub'), { recursive: true });
    await workspace.write({ 'a.txt': 'changed\n' });
    // What has to be kept first cannot be: a file stands where the ref of it goes.
    await mkdir(file('.git/refs/steiner/checkpoints/s/t1'), { recursive: true });
    await writeFile(file('.git/refs/steiner/checkpoints/s/t1/1000000-rewound.lock'), '');
    await expect(goBack(checkpoints)).rejects.toThrow(/rewound/);
    expect([await lstat(file('sub')).catch(() => 'gone'), await text('a.txt')]).toEqual(['gone', 'changed\n']);
  });

  it('leaves a submodule of a checkpoint that an earlier version took, which names its commit', async () => {
    await submodule('sub');
    const tree = await gitIn('.', 'write-tree');
    await gitIn('.', 'update-ref', 'refs/steiner/checkpoints/s/t1/1-before', tree);
    await change('sub');
    const checkpoints = await open();
    expect(await planned(checkpoints)).toEqual(['left sub not_then']);
    await goBack(checkpoints);
    expect((await contents('sub'))[0]).toBe('changed\n');
  });

  it('leaves one that cannot be kept now, and keeps the others', async () => {
    await repository('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    // A folder stands where git writes the objects of this content.
    await workspace.write({ 'a.txt': 'changed\n', 'sub/b.txt': 'changed\n' });
    const object = (await gitIn('sub', 'hash-object', 'b.txt')).replace(/^(..)/, '$1/');
    await writeFile(file(`sub/.git/objects/${object.slice(0, 2)}`), '');
    expect(await planned(checkpoints)).toEqual(['modified a.txt', 'left sub not_now']);
    await goBack(checkpoints);
    expect([await text('a.txt'), await text('sub/b.txt')]).toEqual(['one\n', 'changed\n']);
  });

  it('lets go of what a checkpoint held in them once that is gone', async () => {
    await repository('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await checkpoints.take('other', 't1', 'before');
    await checkpoints.prune(({ session }) => session === 's', false);
    passTime(2 * 60 * 60 * 1_000);
    await checkpoints.take('other', 't1', 'after');
    const refs = await gitIn('sub', 'for-each-ref', '--format=%(refname)', 'refs/steiner');
    expect(refs.split('\n')).toEqual(['refs/steiner/inside/other/t1/1000000-before', 'refs/steiner/inside/other/t1/8200000-after']);
  });
});
