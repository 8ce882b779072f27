import { lstatSync } from 'node:fs';

/** Of a stage and shared by its sandboxes, and not read-only to them. */
const SHARED = ['dev/pts', 'dev/pts/ptmx'];

/** What a command could leave for the next one in the same stage: owner, mode and last change. Nothing where that cannot be seen. `pid` is that of a bubblewrap which runs in the stage. */
export function stageStamp(pid: number): string | undefined {
  const stamps = SHARED.map((name) => stampOf(`/proc/${pid}/root/${name}`));
  return stamps.includes(undefined) ? undefined : stamps.join('\n');
}

function stampOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path);
    return [stats.ino, stats.mode, stats.uid, stats.gid, stats.ctimeMs].join(':');
  } catch {
    return undefined;
  }
}
