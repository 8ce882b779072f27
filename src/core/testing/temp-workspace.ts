import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Files = Readonly<Record<string, string>>;

/** A folder of its own for one test, with the user-level folders beside it. Paths are absolute and real. */
export interface TempWorkspace {
  readonly path: string;
  /** For `STEINER_HOME`; does not exist yet. */
  readonly home: string;
  /** Relative path to content; folders are made as needed. */
  write(files: Files): Promise<void>;
  /** Runs git here without any configuration of the machine, and returns its output without the final newline. */
  git(...args: readonly string[]): Promise<string>;
  /** Writes the files, commits everything, and returns the commit's hash. */
  commit(message: string, files?: Files): Promise<string>;
  remove(): Promise<void>;
}

export interface TempWorkspaceOptions {
  /** False makes a plain folder. Default: a repository on branch `main`. */
  readonly git?: boolean;
  /** Written, and committed when it is a repository. */
  readonly files?: Files;
}

export async function createTempWorkspace(options: TempWorkspaceOptions = {}): Promise<TempWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'steiner-test-')));
  const path = join(base, 'project');
  await mkdir(path);
  const git = (...args: readonly string[]) => runGit(path, args);
  const write = (files: Files) => writeFiles(path, files);
  const workspace: TempWorkspace = {
    path,
    home: join(base, 'home'),
    write,
    git,
    commit: async (message, files = {}) => {
      await write(files);
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rm(base, { recursive: true, force: true, maxRetries: 10 }),
  };
  await fill(workspace, options);
  return workspace;
}

async function fill(workspace: TempWorkspace, options: TempWorkspaceOptions): Promise<void> {
  if (options.git === false) return workspace.write(options.files ?? {});
  await workspace.git('init', '--quiet', '--initial-branch', 'main');
  if (options.files) await workspace.commit('first', options.files);
}

async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** Newer versions of git tidy up after a commit, in a process that outlives it. */
const NO_MAINTENANCE = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'maintenance.auto', GIT_CONFIG_VALUE_0: 'false' };

async function runGit(cwd: string, args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...NO_MAINTENANCE,
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.invalid',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.invalid',
  };
  const { stdout } = await run('git', [...args], { cwd, env });
  return stdout.replace(/\n$/, '');
}
