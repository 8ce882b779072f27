import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { forced } from './forced.ts';
import { kindOf, readable } from './git-kinds.ts';
import { findModules } from './git-modules.ts';
import { type Place, placeAt, whileHeld, within } from './held.ts';
import { BLOCKED, block, quietConfig } from './quiet-config.ts';
import { readLine } from './read-plain.ts';
import { quietSequencer } from './sequencer.ts';
import { findLinks, removeUnnamed } from './stray-links.ts';

const SAMPLE = '.sample';
/** In place of bytes that are none: git runs no hook of such a name. */
const NO_UTF8 = '\u{fffd}';

/**
 * Makes a repository that a command has made, or may have changed, as harmless as a new one: hooks get a name git does not run, settings that could start a program
 * become comments, and nothing points it at another folder. Nothing is deleted but links that git would write through. Returns the files that were changed.
 */
export function tameRepository(git: string, isOpen: (path: string) => boolean): readonly string[] {
  const modules = findModules(join(git, 'modules'), () => undefined);
  const folders = [git, ...modules.filter(({ isRepository }) => isRepository).map(({ path }) => path)];
  return folders.flatMap((folder) => tameFolder(folder, isOpen));
}

/** Of a git folder alone, without its submodules. */
export function tameFolder(git: string, isOpen: (path: string) => boolean): readonly string[] {
  return whileHeld(placeAt(git), (folder) => [
    ...blockHooks(within(folder, 'hooks')),
    ...['config', 'config.worktree'].flatMap((name) => quietConfig(within(folder, name), isOpen)),
    ...(isTrueWorktree(git) ? [] : blockAny(within(folder, 'commondir'))),
    ...tameWorktrees(git),
    ...removeLinks(git),
    ...quietSequencer({ git, lines: [] }),
  ]);
}

/** One whose hooks and config were guarded, and that now lies elsewhere: what could not be covered there. */
export function tameMoved(git: string, isOpen: (path: string) => boolean): readonly string[] {
  return whileHeld(placeAt(git), (folder) => [
    ...blockAny(within(folder, 'commondir')),
    ...quietConfig(within(folder, 'config.worktree'), isOpen),
    ...quietSequencer({ git, lines: [] }),
  ]);
}

/** Folders of linked worktrees name the repository around them, and none has config of its own. */
export function tameWorktrees(git: string): readonly string[] {
  const parent = join(git, 'worktrees');
  if (kindOf(parent) === 'missing') return [];
  const folders = (readable(() => forced(parent, () => readdirSync(parent))) ?? []).map((name) => join(parent, name));
  return folders.flatMap((path) =>
    whileHeld(placeAt(path), (folder) => [
      ...(isTrueWorktree(path) ? [] : blockAny(within(folder, 'commondir'))),
      ...blockAny(within(folder, 'config.worktree')),
      ...quietSequencer({ git: path, lines: [] }),
    ]),
  );
}

function isTrueWorktree(folder: string): boolean {
  if (basename(dirname(folder)) !== 'worktrees' || kindOf(join(folder, 'commondir')) !== 'file') return false;
  return readable(() => resolve(folder, readLine(join(folder, 'commondir')))) === dirname(dirname(folder));
}

function blockAny(place: Place): readonly string[] {
  return kindOf(place.held) === 'missing' ? [] : block(place);
}

function blockHooks(folder: Place): readonly string[] {
  const kind = kindOf(folder.held);
  if (kind !== 'folder') return blockAny(folder);
  return whileHeld(folder, (hooks) => {
    const active = readdirSync(hooks.held).filter((name) => !name.endsWith(SAMPLE) && !name.endsWith(BLOCKED) && !name.includes(NO_UTF8));
    return active.flatMap((name) => block(within(hooks, name)));
  });
}

function removeLinks(git: string): readonly string[] {
  const { links, unnamed } = findLinks(git);
  const paths = links.flatMap(({ path }) => (path.endsWith(BLOCKED) ? [] : [path]));
  for (const path of paths) forced(path, () => rmSync(path, { force: true }));
  return [...paths, ...removeUnnamed(unnamed)];
}
