import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { parseGitConfig } from './git-config.ts';

/** What `git init` and `git clone` write, and what only describes the repository. Everything else could name a program. */
const HARMLESS = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  /^(user\.(name|email)|init\.defaultbranch|remote\.(url|fetch|tagopt|partialclonefilter|promisor)|submodule\.(url|active|path|branch))$/,
  /^(branch\.(remote|merge|rebase)|pull\.(rebase|ff)|extensions\.(objectformat|partialclone|refstorage)|lfs\.repositoryformatversion)$/,
];
const SAMPLE = '.sample';
const BLOCKED = '.blocked';

/**
 * Makes a repository that a command has just made as harmless as a new one: hooks get a name git does not run, and settings that
 * could start a program become comments. Nothing is deleted. Returns the files that were changed; none where there is no repository.
 *
 * What runs in the background may put links there at this very moment, so folders are held open and no link is followed.
 */
export function tameRepository(git: string): readonly string[] {
  if (!lstatSync(git, { throwIfNoEntry: false })?.isDirectory()) return [];
  return whileHeld({ path: git, held: git }, (folder) => [
    ...blockHooks(within(folder, 'hooks')),
    ...quietConfig(within(folder, 'config')),
    ...quietConfig(within(folder, 'config.worktree')),
  ]);
}

/** `held` leads there through a folder that is open, whatever becomes of the names in `path`. */
interface Place {
  readonly path: string;
  readonly held: string;
}

function within(folder: Place, name: string): Place {
  return { path: join(folder.path, name), held: join(folder.held, name) };
}

/** Nothing where the folder is another one by now. */
function whileHeld(place: Place, use: (folder: Place) => readonly string[]): readonly string[] {
  const opened = tryOpen(place.held, constants.O_RDONLY | constants.O_DIRECTORY);
  if (opened === undefined) return [];
  try {
    return use(process.platform === 'linux' ? { path: place.path, held: `/proc/self/fd/${opened}` } : place);
  } finally {
    closeSync(opened);
  }
}

function tryOpen(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags | constants.O_NOFOLLOW);
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return undefined;
  }
}

function blockHooks(folder: Place): readonly string[] {
  const stats = lstatSync(folder.held, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return rename(folder);
  return whileHeld(folder, (hooks) => {
    const active = readdirSync(hooks.held).filter((name) => !name.endsWith(SAMPLE) && !name.endsWith(BLOCKED));
    return active.flatMap((name) => rename(within(hooks, name)));
  });
}

function rename({ path, held }: Place): readonly string[] {
  renameSync(held, held + BLOCKED);
  return [path];
}

function quietConfig(place: Place): readonly string[] {
  const stats = lstatSync(place.held, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isFile()) return rename(place);
  // A pipe that came in its place is not waited for.
  const file = tryOpen(place.held, constants.O_RDWR | constants.O_NONBLOCK);
  if (file === undefined) return rename(place);
  try {
    return fstatSync(file).isFile() ? quietText(file, place.path) : rename(place);
  } finally {
    closeSync(file);
  }
}

function quietText(file: number, path: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const risky = parseGitConfig(text).filter(({ name }) => !HARMLESS.some((pattern) => pattern.test(name)));
  if (risky.length === 0) return [];
  for (const { line } of risky) comment(lines, line);
  const quiet = Buffer.from(lines.join('\n'));
  ftruncateSync(file, 0);
  for (let at = 0; at < quiet.length; ) at += writeSync(file, quiet, at, quiet.length - at, at);
  return [path];
}

/** Together with the lines that a backslash at the end draws in. A setting on its header's line takes the header with it. */
function comment(lines: string[], from: number): void {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    lines[index] = `# ${line.replace(/\\(\r?)$/, '$1')}`;
    if (!/\\\r?$/.test(line)) return;
  }
}
