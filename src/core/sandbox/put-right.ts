import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { forced } from './forced.ts';
import type { ReadGitlinks } from './git-index.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { settleRepositories } from './settle-repositories.ts';
import { linksOfGit } from './stray-links.ts';

/** Undoes what a command did and no mount can prevent. Returns the paths. `home` is the person's. Synchronous, so that nothing comes between a command and this. */
export function putRight(policy: SandboxPolicy, home: string, gitlinks: ReadGitlinks): readonly string[] {
  const forbidden = policy.forbidden.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const kept = new Set(policy.links.map(({ path }) => path));
  const stray = policy.linkFree.flatMap(linksOfGit).flatMap(({ path }) => (kept.has(path) || forbidden.includes(path) ? [] : [path]));
  for (const path of [...forbidden, ...stray]) forced(path, () => rmSync(path, { recursive: true, force: true }));
  const moved = policy.links.filter(({ path, target }) => linkTarget(path) !== target);
  for (const { path, target } of moved) {
    forced(path, () => rmSync(path, { recursive: true, force: true }));
    symlinkSync(target, path);
  }
  const settled = policy.watch ? settleRepositories(policy.watch, home, gitlinks) : [];
  return [...new Set([...forbidden, ...stray, ...moved.map(({ path }) => path), ...settled])];
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}
