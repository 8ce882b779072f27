import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A control group that bounds the number of processes in it. */
export interface ProcessGroup {
  /** The same command line, started inside the group, which is made when it is not there. Unchanged where none can be made. */
  enter(argv: readonly [string, ...string[]]): readonly [string, ...string[]];
  /** Files that a process writes itself into to be in the group, which is made when it is not there. None where none can be made. */
  entrances(): readonly string[];
  /** Best effort: an empty group costs nothing, and the next program that looks takes it away. */
  remove(): void;
}

const MOUNT = '/sys/fs/cgroup';
const PREFIX = 'steiner';
/** A group that cannot be entered does not keep the command from running. */
const ENTER = 'echo 0 2> /dev/null > "$0"; exec "$@"';

/**
 * For programs that run as root, whose processes no user limit counts. `name` tells groups of this process apart. Nothing where this
 * process is in no hierarchy that counts processes.
 */
export async function createProcessGroup(name: string, processes: number): Promise<ProcessGroup | undefined> {
  const parent = await ownGroup();
  if (parent === undefined) return undefined;
  await removeAbandoned(parent);
  const folder = join(parent, `${PREFIX}-${process.pid}-${name}`);
  const entrance = join(folder, 'cgroup.procs');
  const make = () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'pids.max'), String(processes), { flag: 'r+' });
  };
  const remove = () => void attempt(() => rmdirSync(folder));
  const entrances = () => {
    if (attempt(make)) return [entrance];
    remove();
    return [];
  };
  return {
    enter: (argv) => (entrances().length > 0 ? ['/bin/sh', '-c', ENTER, entrance, ...argv] : argv),
    entrances,
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

/** Groups of processes that are gone. One that is still used is not empty and stays. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) attempt(() => rmdirSync(join(parent, name)));
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
