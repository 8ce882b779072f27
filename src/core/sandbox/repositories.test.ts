import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig, type SandboxRigOptions } from '../testing/sandbox-rig.ts';

let rig: SandboxRig;
afterEach(() => rig.close());

async function makeRig(options?: SandboxRigOptions): Promise<SandboxRig> {
  rig = await createSandboxRig(options);
  return rig;
}

const IDENTITY = '-c user.name=T -c user.email=t@example.invalid';

async function runAndSettle(command: string, root = rig.project): Promise<readonly string[]> {
  const decision = await rig.sandbox.decide({ id: 'session', root });
  expect((await rig.run(command, { root })).code).toBe(0);
  return rig.sandbox.settle(decision);
}

async function commit(folder: string, name: string): Promise<void> {
  await rig.write(join(folder, 'file'), name);
  rig.git(folder, 'add', '--all');
  rig.git(folder, 'commit', '--quiet', '--message', name);
}

const ODD = ['a b', 'quote\'"', 'line\nbreak', 'ümlaut', '-dash', 'dollar$(x)'];

test.each(ODD)(
  'in a repository with SHA-256 one under the name %j is harmless after the command that added it, then guarded',
  async (name) => {
    const { project, git, run } = await makeRig({ git: false });
    git(project, 'init', '--quiet', '--object-format', 'sha256');
    const quoted = `'${name.replaceAll("'", "'\\''")}'`;
    const add = `n=./libs/${quoted}; git init -q --object-format=sha256 "$n"; git -C "$n" ${IDENTITY} commit -q --allow-empty -m one; git add "$n"; git -C "$n" config core.fsmonitor evil`;
    const config = join(project, 'libs', name, '.git', 'config');
    expect(await runAndSettle(add)).toEqual([config]);
    expect(await readFile(config, 'utf8')).toContain('# \tfsmonitor = evil');
    const second = await run(
      `cd ./libs/${quoted} && git config core.fsmonitor evil; git ${IDENTITY} commit -q --allow-empty -m two && git log -1 --format=%s`,
    );
    expect(second.stdout).toBe('two\n');
    expect(second.stderr).toContain('could not write config file .git/config: Device or resource busy');
  },
);

test('a repository directly in the project that nothing names is guarded, and one that a command makes there is made harmless', async () => {
  const { project, git, run } = await makeRig();
  git(project, 'init', '--quiet', 'loose');
  const loose = await run('echo x > loose/.git/hooks/pre-commit; git -C loose config core.fsmonitor evil');
  expect(loose.stderr).toMatch(/Read-only file system.*could not write config file/s);
  const made = join(project, 'made', '.git');
  expect(await runAndSettle('git init -q made; echo x > made/.git/hooks/pre-commit; git -C made config core.fsmonitor evil')).toEqual([
    join(made, 'hooks', 'pre-commit'),
    join(made, 'config'),
  ]);
  expect((await run('echo x > made/.git/hooks/pre-commit')).stderr).toContain('Read-only file system');
});

test('settings that a clone brings stay, its hooks and programs do not', async () => {
  const { project, base, git } = await makeRig();
  await commit(project, 'one');
  git(base, 'clone', '--quiet', project, join(project, 'library'));
  const clone =
    'git clone -q "$PWD/library" lib; git add lib; git -C lib config user.name Kept; printf "[alias]\\n\\tst = !evil\\n[core]\\n\\tpager = evil\\n" >> lib/.git/config';
  expect(await runAndSettle(clone)).toEqual([join(project, 'lib', '.git', 'config')]);
  const lib = join(project, 'lib');
  const values = ['user.name', 'remote.origin.url', 'branch.main.merge'].map((key) => git(lib, 'config', '--local', key));
  expect(values).toEqual(['Kept', join(project, 'library'), 'refs/heads/main']);
  expect(git(lib, 'config', '--local', '--list')).not.toContain('evil');
});

test('a submodule can be filled by a command, and works afterwards', async () => {
  const { project, base, git, run } = await makeRig();
  const library = join(base, 'library');
  await mkdir(library);
  git(library, 'init', '--quiet', '--initial-branch', 'main');
  await commit(library, 'one');
  git(project, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
  git(project, 'commit', '--quiet', '--message', 'one');
  await rm(join(project, '.git', 'modules'), { recursive: true, maxRetries: 10 });
  await rm(join(project, 'sub'), { recursive: true, maxRetries: 10 });
  expect(await runAndSettle('git -c protocol.file.allow=always submodule --quiet update')).toEqual([]);
  expect(git(join(project, 'sub'), 'status', '--short', '--branch')).toBe('## HEAD (no branch)');
  expect((await run('echo "gitdir: x" > sub/.git')).stderr).toContain('Read-only file system');
});

test('a file planted further out does not hide the submodules', async () => {
  const { project, write, run } = await makeRig();
  await write('project/.git/modules/libs/sub/HEAD', 'ref: refs/heads/main\n');
  await write('project/.git/modules/libs/sub/config', '');
  await runAndSettle('touch .git/modules/HEAD .git/modules/libs/HEAD');
  expect((await run('echo x > .git/modules/libs/sub/config')).stderr).toContain('Read-only file system');
  expect(await readFile(join(project, '.git/modules/libs/sub/config'), 'utf8')).toBe('');
});

test('a git folder that lies elsewhere is explained, and can be opened without its hooks and config', async () => {
  const { project, base, git, run, sandbox } = await makeRig({ git: false });
  git(base, 'init', '--quiet', '--separate-git-dir', join(base, 'gd'), project);
  const command = `git ${IDENTITY} commit --allow-empty -m one`;
  const refused = await run(command);
  const decision = await sandbox.decide({ id: 'session', root: project });
  expect(sandbox.explain(decision, { command, output: refused.stderr })).toEqual([
    `Git keeps this project's repository in ${base}/gd, outside the project, and nothing there says that the two belong together, so the sandbox does not write it. Ask the person to add that folder to \`paths.writable_paths\`; its hooks and config stay read-only.`,
  ]);
  await rig.close();
  await makeRig({ git: false, config: { paths: { writable_paths: ['../gd'] } } });
  rig.git(rig.base, 'init', '--quiet', '--separate-git-dir', join(rig.base, 'gd'), rig.project);
  const opened = await rig.run(`${command} -q; git log --format=%s; echo x > ../gd/hooks/x; echo x > ../gd/config; echo x > .git`);
  expect([opened.stdout, opened.stderr.match(/Read-only file system/g)?.length]).toEqual(['one\n', 3]);
});

test('where the root is a folder of a repository, one that a command makes there is harmless and opens nothing of the other', async () => {
  const { project, write, git, run } = await makeRig();
  const root = join(project, 'packages', 'a');
  await write('project/packages/a/hooks/pre-commit', 'true\n');
  git(project, 'config', 'core.hooksPath', 'packages/a/hooks');
  const made = await runAndSettle('git init -q; git config core.fsmonitor evil', root);
  expect(made).toEqual([join(root, '.git', 'config')]);
  expect((await run('echo x > hooks/pre-commit', { root })).stderr).toContain('Read-only file system');
});

test('an opened worktree of the repository can be written, the file that names its git folder cannot', async () => {
  const { project, base, git, run } = await makeRig({ config: { paths: { writable_paths: ['../tree'] } } });
  await commit(project, 'one');
  git(project, 'worktree', 'add', '--quiet', '-b', 'side', join(base, 'tree'));
  const result = await run(
    `echo x > ../tree/file; echo x > ../tree/.git; git ${IDENTITY} commit -q --allow-empty -m two; git log -1 --format=%s`,
  );
  expect([result.stdout, result.stderr.match(/Read-only file system/g)?.length]).toEqual(['two\n', 1]);
  expect(await readFile(join(base, 'tree', 'file'), 'utf8')).toBe('x\n');
});

test('a rebase goes on over several commands; what the person put into it stays, what a command did does not', async () => {
  const { project, git, run } = await makeRig();
  for (const name of ['one', 'two', 'three']) await commit(project, name);
  const env = 'export GIT_EDITOR=true GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@t';
  expect(await runAndSettle(`${env}; GIT_SEQUENCE_EDITOR='sed -i 1ibreak' git rebase -q -i --exec 'echo ran > ran' HEAD~2`)).toEqual([
    join(project, '.git', 'rebase-merge', 'git-rebase-todo'),
  ]);
  const todo = join(project, '.git', 'rebase-merge', 'git-rebase-todo');
  await rig.write(todo, `exec true\n${await readFile(todo, 'utf8')}`);
  expect(await runAndSettle('echo "exec evil" >> .git/rebase-merge/git-rebase-todo')).toEqual([todo]);
  expect((await readFile(todo, 'utf8')).split('\n').filter((line) => /^(exec|x) /.test(line))).toEqual(['exec true']);
  expect((await run(`${env}; git rebase --continue`)).code).toBe(0);
  expect([git(project, 'log', '--format=%s'), existsSync(join(project, 'ran'))]).toEqual(['three\ntwo\none', false]);
});
