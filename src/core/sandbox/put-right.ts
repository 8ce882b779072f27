import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tameRepository } from './fresh-repository.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { linksOfGit } from './stray-links.ts';

/** Undoes what a command did and no mount can prevent. Returns the paths. Synchronous, so that nothing comes between a command and this. */
export function putRight(policy: SandboxPolicy): readonly string[] {
  const forbidden = policy.forbidden.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const kept = new Set(policy.links.map(({ path }) => path));
  const stray = policy.linkFree.flatMap(linksOfGit).flatMap(({ path }) => (kept.has(path) || forbidden.includes(path) ? [] : [path]));
  for (const path of [...forbidden, ...stray]) rmSync(path, { recursive: true, force: true });
  const moved = policy.links.filter(({ path, target }) => linkTarget(path) !== target);
  for (const { path, target } of moved) {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  }
  return [...forbidden, ...stray, ...moved.map(({ path }) => path), ...(policy.fresh === undefined ? [] : tameRepository(policy.fresh))];
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}
