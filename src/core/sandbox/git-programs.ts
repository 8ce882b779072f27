import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { type GitSetting, readGitConfig } from './git-config.ts';
import { isBelow } from './is-below.ts';

export interface GitProgramsInput {
  readonly common: string;
  readonly tree: string;
  readonly home: string;
  /** Of the repository's config. */
  readonly settings: readonly GitSetting[];
}

/** Files that git treats as hooks or as config, and programs it starts. They need not exist. */
export interface GitPrograms {
  readonly hookFolders: readonly string[];
  readonly configFiles: readonly string[];
  /** Of these, config that is included. */
  readonly includes: readonly string[];
}

const INCLUDE_DEPTH = 5;
/** What git starts by itself where a person asks for something else. The values are shell commands. */
const PROGRAMS = new Set([
  ...['core.fsmonitor', 'core.sshcommand', 'core.pager', 'core.editor', 'sequence.editor', 'gpg.program', 'credential.helper'],
  ...['diff.external', 'diff.command', 'diff.textconv', 'merge.driver', 'filter.clean', 'filter.smudge', 'filter.process'],
]);

/**
 * Follows `core.hooksPath`, programs and includes from the repository's and the person's config, wherever they lead: what commands could write there
 * would be run outside the sandbox by the next git command of the person. A folder around the working tree is no program.
 */
export function findGitPrograms(input: GitProgramsInput): GitPrograms {
  const { common, tree, home } = input;
  const files = [join(common, 'config.worktree'), join(home, '.gitconfig'), join(home, '.config', 'git', 'config')];
  const found = { hookFolders: new Set<string>(), configFiles: new Set<string>(), includes: new Set<string>() };
  collect(input.settings, { ...input, file: join(common, 'config'), depth: INCLUDE_DEPTH }, found);
  for (const file of files) follow(file, input, INCLUDE_DEPTH, found);
  const guarded = new Set(['config', 'config.worktree', 'hooks'].map((name) => join(common, name)));
  const further = (paths: Set<string>) => [...paths].filter((path) => !guarded.has(path) && !isBelow(tree, path) && !isBelow(common, path));
  return { hookFolders: further(found.hookFolders), configFiles: further(found.configFiles), includes: further(found.includes) };
}

interface Found {
  readonly hookFolders: Set<string>;
  readonly configFiles: Set<string>;
  readonly includes: Set<string>;
}

function follow(file: string, input: GitProgramsInput, depth: number, found: Found): void {
  if (depth > 0) collect(readGitConfig(file), { ...input, file, depth }, found);
}

interface Source extends GitProgramsInput {
  readonly file: string;
  readonly depth: number;
}

function collect(settings: readonly GitSetting[], source: Source, found: Found): void {
  const { home, tree, file, depth } = source;
  for (const { name, value } of settings) {
    if (name === 'core.hookspath') found.hookFolders.add(hookFolder(expand(value, home, tree)));
    if (PROGRAMS.has(name)) for (const path of pathsIn(value)) found.configFiles.add(expand(path, home, tree));
    if (name !== 'include.path' && name !== 'includeif.path') continue;
    const included = expand(value, home, dirname(file));
    found.configFiles.add(included);
    found.includes.add(included);
    follow(included, source, depth - 1, found);
  }
}

/** Words of a shell command that could be files of the project. */
function pathsIn(command: string): readonly string[] {
  return command.split(/[\s'"]+/).filter((word) => word.includes('/'));
}

/** Husky points git at a generated folder whose scripts run the ones beside it. */
function hookFolder(path: string): string {
  return basename(path) === '_' ? dirname(path) : path;
}

function expand(value: string, home: string, base: string): string {
  if (value.startsWith('~/')) return join(home, value.slice(2));
  return isAbsolute(value) ? join(value) : resolve(base, value);
}
