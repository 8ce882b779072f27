import { chmodSync, lstatSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { forced } from './forced.ts';
import { parseGitConfig } from './git-config.ts';
import { type Place, rewrite, whileHeldAsNamed } from './held.ts';

/** What `git init` and `git clone` write, and what only describes the repository. Everything else could name a program. */
const HARMLESS = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  /^(user\.(name|email)|init\.defaultbranch|remote\.(url|fetch|tagopt|partialclonefilter|promisor)|submodule\.(url|active|path|branch))$/,
  /^(branch\.(remote|merge|rebase)|pull\.(rebase|ff)|extensions\.(objectformat|partialclone|refstorage)|lfs\.repositoryformatversion)$/,
];
const EMPTY = /^[ \t]*([#;].*)?\r?$/;
const HEADER = /^[ \t]*\[[A-Za-z][\w.-]*([ \t]+"([^"\\]|\\.)*")?\][ \t]*([#;].*)?\r?$/;
const SETTING = /^[ \t]*[A-Za-z][A-Za-z0-9-]*[ \t]*(=.*)?$/;
const CONTINUED = /\\\r?$/;
/** What ends like this was taken out of git's way. */
export const BLOCKED = '.blocked';
const LONGEST_NAME = 255;

/** Gives it a name that git does not look for. Returns the path it had. */
export function block({ path, held }: Place): readonly string[] {
  let free = lengthened(held, BLOCKED);
  for (let count = 2; lstatSync(free, { throwIfNoEntry: false }); count += 1) free = lengthened(held, `.${count}${BLOCKED}`);
  forced(held, () => renameSync(held, free));
  return [path];
}

/** With less of a name that would be too long. */
function lengthened(path: string, end: string): string {
  let name = basename(path);
  while (Buffer.byteLength(name + end) > LONGEST_NAME) name = name.slice(0, -1);
  return join(dirname(path), name + end);
}

/** The same for the `.git` of a folder whose name is no UTF-8. Where a link or `..` leads is not touched: that can be anywhere. */
export function blockIn(folder: Buffer): readonly string[] {
  return whileHeldAsNamed(folder, (held) => {
    chmodSync(held, 0o755);
    const git = join(held, '.git');
    return lstatSync(git, { throwIfNoEntry: false }) ? block({ path: `${folder.toString('utf8')}/.git`, held: git }) : [];
  });
}

/**
 * Makes comments of all lines but those that surely say something harmless, as git reads them: a header alone, or a setting that ends with its line. Whatever else
 * git might make of a line, it is not left. `isOpen` says where a working tree may lie. Returns the file if it was changed.
 */
export function quietConfig(file: Place, isOpen: (path: string) => boolean): readonly string[] {
  if (!lstatSync(file.held, { throwIfNoEntry: false })) return [];
  const changed = rewrite(file, (text) => quietText(text, dirname(file.path), isOpen));
  if (changed === undefined) return block(file);
  return changed ? [file.path] : [];
}

function quietText(text: string, folder: string, isOpen: (path: string) => boolean): string {
  let header = '';
  const lines = text.replace(/^\xef\xbb\xbf/, '').split('\n');
  const quiet = lines.map((line) => {
    if (EMPTY.test(line)) return line;
    if (HEADER.test(line)) {
      header = line;
      return line;
    }
    return SETTING.test(line) && !CONTINUED.test(line) && isHarmless(`${header}\n${line}`, folder, isOpen) ? line : `# ${line}`;
  });
  return quiet.join('\n');
}

function isHarmless(text: string, folder: string, isOpen: (path: string) => boolean): boolean {
  const [setting] = parseGitConfig(Buffer.from(text, 'latin1').toString('utf8'));
  if (!setting) return false;
  if (setting.name === 'core.worktree') return isOpen(resolve(folder, setting.value));
  return HARMLESS.some((pattern) => pattern.test(setting.name));
}
