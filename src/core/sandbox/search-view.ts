import { dirname } from 'node:path';
import type { ProcessSpec } from '../lib/ports.ts';
import type { HostTraits } from './host-traits.ts';
import { isBelow } from './is-below.ts';
import type { SandboxPolicy, Surroundings } from './sandbox.ts';
import type { Look } from './view-mounts.ts';

/**
 * Arguments for bubblewrap under which a search sees one folder, its own program and nothing else: whatever leads out of that folder, also what a command
 * changes while the search goes on, leads nowhere. Pure, like the line of a command. The program must need no libraries.
 *
 * The folder is the outermost in which commands can write and the search begins, so that none of them can put another one in its place; else the one it begins in.
 */
export function searchViewArgs(
  policy: SandboxPolicy,
  look: Look,
  spec: ProcessSpec,
  view: Surroundings & Pick<HostTraits, 'mayMount'>,
): readonly string[] {
  const base = outermost([policy.root, policy.tmp, policy.cache, ...policy.writable], spec.cwd);
  const own = isBelow(spec.command, base) ? [] : ['--ro-bind', spec.command, spec.command];
  return [
    ...(view.mayMount ? [] : ['--unshare-user-try']),
    '--die-with-parent',
    ...own,
    ...['--ro-bind', base, base],
    ...view.shown.flatMap((path) => (isBelow(path, base) ? [] : showFile(path, look))),
    ...[...policy.unreadable, ...view.hidden].flatMap((path) => hideBelow(base, path, look)),
    ...['--chdir', spec.cwd, '--', spec.command, ...spec.args],
  ];
}

function outermost(folders: readonly string[], path: string): string {
  const around = folders.filter((folder) => isBelow(path, folder));
  return around.reduce((outer, folder) => (folder.length < outer.length ? folder : outer), path);
}

function showFile(path: string, look: Look): readonly string[] {
  return look(path)?.kind === 'file' ? ['--ro-bind', path, path] : [];
}

/** What lies elsewhere is not seen anyway, and what the search was pointed at on purpose is no secret. */
function hideBelow(base: string, path: string, look: Look): readonly string[] {
  const seen = base === '/' || isBelow(path, base) ? look(path) : undefined;
  if (!seen || seen.path === base || !isBelow(seen.path, base)) return [];
  return seen.kind === 'folder' ? ['--tmpfs', seen.path] : ['--ro-bind', '/dev/null', seen.path];
}

/** Files of those names in the folders around one, from the nearest. */
export function filesAround(folder: string, names: readonly string[]): readonly string[] {
  const parent = dirname(folder);
  if (parent === folder) return [];
  return [...names.map((name) => `${parent === '/' ? '' : parent}/${name}`), ...filesAround(parent, names)];
}
