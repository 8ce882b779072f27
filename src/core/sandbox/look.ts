import { realpathSync, type Stats, statSync } from 'node:fs';
import type { Seen } from './view-mounts.ts';

/** Looks at the host. Synchronous: a few dozen of these precede each command, and one costs a few microseconds. */
export function lookAtHost(path: string): Seen | undefined {
  const stats = tryStat(() => statSync(path, { throwIfNoEntry: false }));
  const real = stats && tryStat(() => realpathSync.native(path));
  return stats && real !== undefined ? { kind: kindOf(stats), path: real } : undefined;
}

/** A path below a file or in a folder that is closed to us is as good as missing: the command runs as the same user. */
function tryStat<T>(stat: () => T | undefined): T | undefined {
  try {
    return stat();
  } catch {
    return undefined;
  }
}

function kindOf(stats: Stats): Seen['kind'] {
  return stats.isDirectory() ? 'folder' : 'file';
}
