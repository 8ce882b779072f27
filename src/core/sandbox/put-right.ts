import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { forced } from './forced.ts';
import type { ReadGitlinks } from './git-index.ts';
import { readable, realPath } from './git-kinds.ts';
import { placeAt } from './held.ts';
import { isBelow } from './is-below.ts';
import { block } from './quiet-config.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { settleRepositories } from './settle-repositories.ts';
import { findLinks, removeUnnamed } from './stray-links.ts';

/** Undoes what a command did and no mount can prevent. Returns the paths. `home` is the person's. Synchronous, so that nothing comes between a command and this. */
export function putRight(policy: SandboxPolicy, home: string, gitlinks: ReadGitlinks): readonly string[] {
  const forbidden = policy.forbidden.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const kept = new Set(policy.links.map(({ path }) => path));
  const found = policy.linkFree.map(findLinks);
  const stray = found.flatMap(({ links }) => links).flatMap(({ path }) => (kept.has(path) || forbidden.includes(path) ? [] : [path]));
  for (const path of [...forbidden, ...stray]) forced(path, () => rmSync(path, { recursive: true, force: true }));
  const unnamed = removeUnnamed(found.flatMap((one) => one.unnamed));
  const moved = policy.links.filter(({ path, target }) => linkTarget(path) !== target);
  for (const { path, target } of moved) {
    forced(path, () => rmSync(path, { recursive: true, force: true }));
    symlinkSync(target, path);
  }
  const come = policy.absent.flatMap((path) => blockMade(path, [policy.root, ...policy.writable]));
  const settled = policy.watch ? settleRepositories(policy.watch, home, gitlinks) : [];
  return [...new Set([...forbidden, ...stray, ...unnamed, ...moved.map(({ path }) => path), ...come, ...settled])];
}

/** Behind a link that leads out of what commands can write there is nothing that they made. */
function blockMade(path: string, open: readonly string[]): readonly string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
  const folder = readable(() => realPath(dirname(path)));
  return folder !== undefined && open.some((reach) => isBelow(folder, reach)) ? block(placeAt(join(folder, basename(path)))) : [];
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}
