import fs, { type promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * What happens at a write point. `kill` ends this process before the operation, `cut` in the middle of a write; `ENOSPC` and `EIO` fail it, `part` fails a write
 * after half of it, `short` makes a write take half and say so, as a write may. From a `full` on nothing more fits on the disk.
 */
export const FAULTS = ['kill', 'cut', 'ENOSPC', 'EIO', 'part', 'short', 'full'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultPlan {
  /** The operation it happens at, from 1; 0 is never. */
  readonly at: number;
  readonly fault: Fault;
}

export interface Faults {
  /** Begins to count operations anew, and disturbs them by the plan; without one it does neither. */
  arm(plan?: FaultPlan): void;
  /** An operation that is none of `node:fs/promises`. */
  operation<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Names of the operations since then. */
  points(): readonly string[];
}

type Operation = (...args: unknown[]) => Promise<unknown>;
type Table = Record<string, Operation>;

/** By path. */
const CHANGES = ['mkdir', 'mkdtemp', 'rename', 'link', 'symlink', 'rm', 'rmdir', 'unlink', 'copyFile', 'chmod', 'writeFile', 'appendFile'];
/** On an open file. */
const HANDLE_CHANGES = ['write', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate', 'chmod'];
/** What takes no new space, so that a full disk does not refuse it. */
const FREE = new Set(['rm', 'rmdir', 'unlink', 'rename', 'chmod', 'truncate', 'sync', 'datasync']);
const WRITES = new Set(['write', 'writeFile', 'appendFile']);

/** Whether the fault differs at this operation from a plainer one. */
export function matters(fault: Fault, point: string): boolean {
  if (fault === 'short') return point === 'write';
  return WRITES.has(point) || (fault !== 'cut' && fault !== 'part');
}

/**
 * Makes the operations that this process changes files with go wrong, whoever calls them: those of `node:fs/promises` are replaced for every module. For
 * processes that exist for it.
 */
export async function installFaults(): Promise<Faults> {
  let plan: FaultPlan | undefined;
  let points: string[] = [];
  function wrap(
    table: Table,
    name: string,
    of: { readonly data: number; readonly isChange?: (args: readonly unknown[]) => boolean },
  ): void {
    const real = table[name];
    if (real === undefined) throw new Error(`${name} is not there`);
    table[name] = function faulty(this: unknown, ...args: unknown[]) {
      if (plan === undefined || of.isChange?.(args) === false) return real.apply(this, args);
      points.push(name);
      return disturbed({ name, args, data: of.data, plan, count: points.length, run: (given) => real.apply(this, [...given]) });
    };
  }
  const table = fs.promises as unknown as Table;
  for (const name of HANDLE_CHANGES) wrap(await handleTable(), name, { data: 0 });
  for (const name of CHANGES) wrap(table, name, { data: 1 });
  const disturbing = (name: string, args: readonly unknown[], run: Call['run']) => {
    if (plan === undefined) return run(args);
    points.push(name);
    return disturbed({ name, args, data: 0, plan, count: points.length, run });
  };
  wrapCallback('write', 'write', disturbing);
  wrapCallback('fdatasync', 'datasync', disturbing);
  wrapOpenSync((name) => {
    if (plan === undefined) return;
    points.push(name);
    disturbedOpen(plan, points.length);
  });
  wrap(table, 'open', { data: 1, isChange: ([, flags = 'r']) => typeof flags === 'string' && /[wax]/.test(flags) });
  syncBuiltinESMExports();
  return {
    operation: async (name, run) => {
      if (plan === undefined) return run();
      points.push(name);
      await disturbed({ name, args: [], data: 0, plan, count: points.length, run: async () => undefined });
      return run();
    },
    arm: (next) => {
      plan = next;
      points = [];
    },
    points: () => points,
  };
}

type Disturb = (name: string, args: readonly unknown[], run: Call['run']) => Promise<unknown>;

/** The same for an operation on a descriptor that takes a callback. */
function wrapCallback(of: 'write' | 'fdatasync', name: string, disturb: Disturb): void {
  const real = fs[of] as (...args: unknown[]) => void;
  Object.assign(fs, {
    [of]: (file: unknown, ...rest: unknown[]) => {
      const done = rest.pop() as (failure: unknown, result?: unknown) => void;
      const run = (args: readonly unknown[]) =>
        new Promise((resolve, reject) =>
          real(file, ...args, (failure: unknown, result: unknown) => (failure ? reject(failure) : resolve(result))),
        );
      disturb(name, rest, run).then((result) => done(null, result), done);
    },
  });
}

/** The same for opening a file to change it at once. */
function wrapOpenSync(disturb: (name: string) => void): void {
  const real = fs.openSync;
  Object.assign(fs, {
    openSync: (path: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode) => {
      if (typeof flags === 'string' && /[wax]/.test(flags)) disturb('open');
      return real(path, flags, mode);
    },
  });
}

function disturbedOpen({ at, fault }: FaultPlan, count: number): void {
  if (fault === 'full' && at > 0 && count > at) throw failure('ENOSPC');
  if (count !== at) return;
  if (fault === 'kill' || fault === 'cut') process.kill(process.pid, 'SIGKILL');
  if (fault !== 'short') throw failure(fault === 'EIO' ? 'EIO' : 'ENOSPC');
}

/** What all open files share. */
async function handleTable(): Promise<Table> {
  const handle: promises.FileHandle = await fs.promises.open(process.execPath, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as Table;
}

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** Which argument holds what a write writes. */
  readonly data: number;
  readonly plan: FaultPlan;
  readonly count: number;
  readonly run: (args: readonly unknown[]) => Promise<unknown>;
}

async function disturbed(call: Call): Promise<unknown> {
  const { name, args, plan, count, run } = call;
  if (plan.fault === 'full' && plan.at > 0 && count > plan.at && !FREE.has(name)) throw failure('ENOSPC');
  if (count !== plan.at) return run(args);
  switch (plan.fault) {
    case 'kill':
      return killed();
    case 'cut':
      await half(call);
      return killed();
    case 'EIO':
      if (WRITES.has(name)) await run(args);
      throw failure('EIO');
    case 'ENOSPC':
      throw failure('ENOSPC');
    case 'part':
    case 'full':
      await half(call);
      throw failure('ENOSPC');
    case 'short':
      return name === 'write' ? half(call) : run(args);
  }
}

/** Writes the first half of what was to be written, when it is a write. */
async function half({ name, args, data, run }: Call): Promise<unknown> {
  if (!WRITES.has(name)) return undefined;
  const bytes = Buffer.from(args[data] as string);
  if (name !== 'write' || !Buffer.isBuffer(args[data])) return run(args.with(data, bytes.subarray(0, bytes.length >> 1)));
  const [, offset, length] = args as readonly [Buffer, number?, number?];
  const from = offset ?? 0;
  return run([bytes, from, (length ?? bytes.length - from) >> 1, args[3] ?? null]);
}

function killed(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

function failure(code: 'ENOSPC' | 'EIO'): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
