import { lstatSync } from 'node:fs';

/** Of a stage and shared by its sandboxes, and not read-only to them. */
const SHARED = ['dev/pts', 'dev/pts/ptmx'];

/** What a command could leave for the next one in the same stage: owner, mode and last change. `pid` is that of a bubblewrap which runs in the stage. */
export function stageStamp(pid: number): string {
  return SHARED.map((name) => stampOf(`/proc/${pid}/root/${name}`)).join('\n');
}

function stampOf(path: string): string {
  try {
    const stats = lstatSync(path);
    return [stats.ino, stats.mode, stats.uid, stats.gid, stats.ctimeMs].join(':');
  } catch {
    return '-';
  }
}
