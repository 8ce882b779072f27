import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { SandboxConfig } from '../config/schema.ts';

/** A control group that bounds what the processes in it use together. */
export interface ProcessGroup {
  /** The same command line, started inside the group, which is made when it is not there. Unchanged where none can be made. */
  enter(argv: readonly [string, ...string[]]): readonly [string, ...string[]];
  /** Files that a process writes itself into to be in the group, which is made when it is not there. None where none can be made. */
  entrances(): readonly string[];
  /** Whether memory is among what it bounds. */
  readonly boundsMemory: boolean;
  /** Best effort: an empty group costs nothing, and the next program that looks takes it away. */
  remove(): void;
}

export interface GroupBounds {
  readonly processes: number;
  /** Bytes of all of them together, what they hold in the page cache included. */
  readonly memory: number;
}

/** Of the machine's memory: enough is left for what is not in the group, Steiner included. */
const DEFAULT_SHARE = 0.75;
const GIGABYTE = 1024 ** 3;
const MOUNT = '/sys/fs/cgroup';
const PREFIX = 'steiner';
/** A group that cannot be entered does not keep the command from running. */
const ENTER = 'echo 0 2> /dev/null > "$1"; shift';

export function groupBounds(config: Pick<SandboxConfig, 'max_processes' | 'max_memory_gb'>): GroupBounds {
  const memory = config.max_memory_gb === undefined ? totalmem() * DEFAULT_SHARE : config.max_memory_gb * GIGABYTE;
  return { processes: config.max_processes, memory: Math.floor(memory) };
}

/**
 * For programs that run as root, whose processes no user limit counts, and who may make such groups. `name` tells groups of this process
 * apart. Nothing where this process is in no hierarchy that counts. The older hierarchies are one for each kind, the newer one is for all.
 */
export async function createProcessGroup(name: string, { processes, memory }: GroupBounds): Promise<ProcessGroup | undefined> {
  const own = await ownGroups();
  const bounds = [boundIn(own, 'pids', 'pids.max', processes), boundIn(own, 'memory', 'memory.limit_in_bytes', memory)];
  const folderOf = ({ parent }: Bound) => join(parent, `${PREFIX}-${process.pid}-${name}`);
  const known = bounds.filter((bound) => bound !== undefined);
  for (const { parent } of known) await removeAbandoned(parent);
  const remove = () => {
    for (const bound of known) attempt(() => rmdirSync(folderOf(bound)));
  };
  const made = () => known.filter((bound) => attempt(() => makeGroup(folderOf(bound), bound)));
  const possible = made();
  remove();
  if (possible.length === 0) return undefined;
  const entrances = () => [...new Set(made().map((bound) => join(folderOf(bound), 'cgroup.procs')))];
  return {
    enter: (argv) => {
      const files = entrances();
      return files.length > 0 ? ['/bin/sh', '-c', [...files.map(() => ENTER), 'exec "$@"'].join('; '), 'sh', ...files, ...argv] : argv;
    },
    entrances,
    boundsMemory: possible.some(({ file }) => file.startsWith('memory')),
    remove,
  };
}

/** Whether commands of this user can be put into a group that bounds their memory. */
export async function canBoundMemory(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const group = await createProcessGroup('doctor', { processes: 16, memory: GIGABYTE });
  return group?.boundsMemory ?? false;
}

/** One number in one hierarchy. */
interface Bound {
  readonly parent: string;
  readonly file: string;
  readonly value: number;
}

function boundIn(own: ReadonlyMap<string, string>, kind: 'pids' | 'memory', file: string, value: number): Bound | undefined {
  const old = own.get(kind);
  if (old !== undefined) return { parent: join(MOUNT, kind, old), file, value };
  const unified = own.get('');
  return unified === undefined ? undefined : { parent: join(MOUNT, unified), file: `${kind}.max`, value };
}

function makeGroup(folder: string, { file, value }: Bound): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), String(value), { flag: 'r+' });
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

/** The group this process is in, by hierarchy; the newer hierarchy has no name. */
async function ownGroups(): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
      return path === '' ? [] : controllers.split(',').map((controller): [string, string] => [controller, path]);
    }),
  );
}
