import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
 */
export function tameRepository(git: string): readonly string[] {
  const stats = lstatSync(git, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return [];
  return [...blockHooks(join(git, 'hooks')), ...quietConfig(join(git, 'config')), ...quietConfig(join(git, 'config.worktree'))];
}

function blockHooks(folder: string): readonly string[] {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return rename(folder);
  const active = readdirSync(folder).filter((name) => !name.endsWith(SAMPLE) && !name.endsWith(BLOCKED));
  return active.flatMap((name) => rename(join(folder, name)));
}

function rename(path: string): readonly string[] {
  renameSync(path, path + BLOCKED);
  return [path];
}

function quietConfig(file: string): readonly string[] {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isFile()) return rename(file);
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const risky = parseGitConfig(text).filter(({ name }) => !HARMLESS.some((pattern) => pattern.test(name)));
  if (risky.length === 0) return [];
  for (const { line } of risky) comment(lines, line);
  writeFileSync(file, lines.join('\n'));
  return [file];
}

/** Together with the lines that a backslash at the end draws in. A setting on its header's line takes the header with it. */
function comment(lines: string[], from: number): void {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    lines[index] = `# ${line.replace(/\\(\r?)$/, '$1')}`;
    if (!/\\\r?$/.test(line)) return;
  }
}
