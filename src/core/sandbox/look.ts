import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { Seen } from './view-mounts.ts';

/** Looks at the host. Synchronous: a few dozen of these precede each command, and one costs about a microsecond. */
export function lookAtHost(path: string): Seen | undefined {
  const stats = tryStat(() => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats?.isSymbolicLink()) return stats && { kind: kindOf(stats), path };
  const target = tryStat(() => statSync(path, { throwIfNoEntry: false }));
  return target && { kind: kindOf(target), path: realpathSync.native(path) };
}

/** A path below a file or in a folder that is closed to us is as good as missing: the command runs as the same user. */
function tryStat(stat: () => Stats | undefined): Stats | undefined {
  try {
    return stat();
  } catch {
    return undefined;
  }
}

function kindOf(stats: Stats): Seen['kind'] {
  return stats.isDirectory() ? 'folder' : 'file';
}
