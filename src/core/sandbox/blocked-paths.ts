import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withoutEnd } from '../../shared/without-end.ts';
import type { PathsConfig } from '../config/schema.ts';
import { absoluteFrom } from './absolute-from.ts';
import { foldersBetween } from './folders-between.ts';
import type { KeptLink } from './stray-links.ts';

/** What `paths.blocked_paths` names now. */
export interface BlockedPaths {
  /** Absolute: what the configuration says, and where links lead from there. They need not exist. */
  readonly paths: readonly string[];
  /** Links among them. */
  readonly links: readonly KeptLink[];
  /** Real folders on the way to them from the root, none behind a link. */
  readonly around: readonly string[];
}

export interface BlockedPathsOptions {
  readonly root: string;
  readonly home: string;
  readonly paths: Pick<PathsConfig, 'blocked_paths'>;
}

const NONE: BlockedPaths = { paths: [], links: [], around: [] };
/** As many links as the kernel follows before it calls them a loop. */
const MAX_LINKS = 40;

/** Looked at anew each time, since a link may have come or gone. Synchronous: it precedes each command, and mostly there is nothing to look at. */
export function blockedPaths({ root, home, paths }: BlockedPathsOptions): BlockedPaths {
  if (paths.blocked_paths.length === 0) return NONE;
  const found = paths.blocked_paths.map((path) => follow(withoutEnd(absoluteFrom(root, home, path), '/') || '/'));
  const all = [...new Set(found.flatMap((one) => one.paths))];
  const around = [...new Set(all.flatMap((path) => foldersBetween([root], path)))].filter((folder) => realPlace(folder) === folder);
  return { paths: all, links: found.flatMap((one) => one.links), around };
}

function follow(path: string): Pick<BlockedPaths, 'paths' | 'links'> {
  const links: KeptLink[] = [];
  const names = [path];
  for (let name = path; links.length < MAX_LINKS; names.push(name)) {
    const target = linkTarget(name);
    if (target === undefined) break;
    links.push({ path: name, target });
    name = resolve(dirname(name), target);
  }
  const last = names.at(-1) ?? path;
  return { paths: [...names, realPlace(last)], links };
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Also of what does not exist yet: where the folder around it really lies. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), path.slice(dirname(path).length));
  }
}
