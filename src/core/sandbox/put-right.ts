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

/**
 * Undoes what a command did and no mount can prevent. Returns the paths. `home` is the person's. Synchronous, so that nothing comes between a command and this. What fails keeps
 * nothing else from being done; the first failure is thrown at the end.
 */
export function putRight(policy: SandboxPolicy, home: string, gitlinks: ReadGitlinks): readonly string[] {
  const { links, watch, root, writable } = policy;
  const forbidden = policy.forbidden.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const kept = new Set(links.map(({ path }) => path));
  const found = policy.linkFree.map(findLinks);
  const stray = found.flatMap((one) => one.links).flatMap(({ path }) => (kept.has(path) || forbidden.includes(path) ? [] : [path]));
  return inAnyCase([
    ...[...forbidden, ...stray].map((path) => () => removed(path)),
    () => removeUnnamed(found.flatMap((one) => one.unnamed)),
    ...links.map((link) => () => linked(link)),
    ...policy.absent.map((path) => () => blockMade(path, [root, ...writable])),
    () => (watch ? settleRepositories(watch, home, gitlinks) : []),
  ]);
}

function inAnyCase(steps: readonly (() => readonly string[])[]): readonly string[] {
  const failures: unknown[] = [];
  const paths = steps.flatMap((step) => {
    try {
      return step();
    } catch (failure) {
      failures.push(failure);
      return [];
    }
  });
  if (failures.length > 0) throw failures[0];
  return [...new Set(paths)];
}

function removed(path: string): readonly string[] {
  forced(path, () => rmSync(path, { recursive: true, force: true }));
  return [path];
}

/** As it was, unless it is gone with the folder it lay in. */
function linked({ path, target }: SandboxPolicy['links'][number]): readonly string[] {
  if (linkTarget(path) === target || lstatSync(dirname(path), { throwIfNoEntry: false }) === undefined) return [];
  removed(path);
  symlinkSync(target, path);
  return [path];
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
