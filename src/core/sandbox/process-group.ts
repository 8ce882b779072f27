import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A control group that bounds the number of processes in it. */
export interface ProcessGroup {
  /** The same command line, started inside the group, which is made when it is not there. */
  enter(argv: readonly string[]): readonly string[];
  /** Best effort: an empty group costs nothing. */
  remove(): void;
}

const MOUNT = '/sys/fs/cgroup';
/** A group that cannot be entered does not keep the command from running. */
const ENTER = 'echo 0 2> /dev/null > "$0"; exec "$@"';

/**
 * For programs that run as root, whose processes no user limit counts. Nothing where this process may not make groups, as is usual.
 */
export async function createProcessGroup(name: string, processes: number): Promise<ProcessGroup | undefined> {
  const parent = await ownGroup();
  if (parent === undefined) return undefined;
  const folder = join(parent, name);
  const make = () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'pids.max'), String(processes), { flag: 'r+' });
  };
  const remove = () => attempt(() => rmdirSync(folder));
  if (!attempt(make)) {
    remove();
    return undefined;
  }
  return {
    enter: (argv) => (attempt(make) ? ['/bin/sh', '-c', ENTER, join(folder, 'cgroup.procs'), ...argv] : argv),
    remove,
  };
}

function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}

/** The folder of the group this process is in, in the hierarchy that counts processes. */
async function ownGroup(): Promise<string | undefined> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).trim().split('\n');
  const groups = lines.flatMap((line) => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    return path === '' ? [] : [{ controllers, path }];
  });
  const found = groups.find(({ controllers }) => controllers === 'pids') ?? groups.find(({ controllers }) => controllers === '');
  return found && join(MOUNT, found.controllers, found.path);
}
