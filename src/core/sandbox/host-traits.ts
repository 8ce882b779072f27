import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** What is particular about the process that starts sandboxes. */
export interface HostTraits {
  /** Parts of `/proc` that have to be covered. */
  readonly masks: readonly string[];
  /** Descriptors that every child inherits, from 3 upwards: whoever started this process left them open. */
  readonly leaked: readonly number[];
  /** It runs as root. */
  readonly isRoot?: boolean;
  /** It has the right to mount, so no user namespace is needed for that alone. */
  readonly mayMount?: boolean | undefined;
  /** What `deviceGuard` gives, where it holds. */
  readonly devices?: readonly [string, ...string[]] | undefined;
  /** A sandbox can be made in another one. */
  readonly nests?: boolean;
  /** A control group bounds the memory of all commands together, so single processes need no bound. */
  readonly boundsMemory?: boolean;
}

/** The kernel lets files there be written by whoever is root outside, without capabilities too; bubblewrap covers only `bus` and `irq`. */
const ROOT_WRITABLE = ['sys', 'sysrq-trigger', 'acpi/wakeup', 'scsi', 'dynamic_debug'];
/** Number of the capability to mount, of those that a process makes use of. */
const MAY_MOUNT = 21n;
const CLOSE_ON_EXEC = 0o2000000;

export async function readHostTraits(): Promise<HostTraits> {
  const isRoot = process.getuid?.() === 0;
  const masks = isRoot ? ROOT_WRITABLE.map((name) => `/proc/${name}`).filter((path) => existsSync(path)) : [];
  return { masks, isRoot, leaked: await leakedDescriptors(), mayMount: await mayMount() };
}

async function mayMount(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return process.getuid?.() === 0 && effective !== undefined && ((BigInt(`0x${effective}`) >> MAY_MOUNT) & 1n) === 1n;
}

async function leakedDescriptors(): Promise<readonly number[]> {
  const names = await readdir('/proc/self/fdinfo').catch(() => []);
  const open = names.map(Number).filter((descriptor) => descriptor > 2);
  const leaks = await Promise.all(open.map(isInherited));
  return open.filter((_, index) => leaks[index]);
}

async function isInherited(descriptor: number): Promise<boolean> {
  const info = await readFile(`/proc/self/fdinfo/${descriptor}`, 'utf8').catch(() => '');
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
}
