import type { SandboxPolicy } from './sandbox.ts';
import type { Look } from './view-mounts.ts';

const HEAD = [
  '(version 1)',
  '(deny default)',
  '(allow process-exec process-fork)',
  '(allow signal process-info* (target same-sandbox))',
  '(allow sysctl-read)',
  '(allow ipc-posix-sem ipc-posix-shm*)',
  '(allow file-read*)',
  '(allow file-ioctl file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
  '(allow pseudo-tty)',
];

/** Services that programs need to find users, fonts and certificates; none starts anything. */
const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.trustd',
];
const NETWORK_SERVICES = ['com.apple.SystemConfiguration.configd', 'com.apple.networkd', 'com.apple.dnssd.service'];

/**
 * The policy as a Seatbelt profile. Pure. The last rule that matches wins, so rules go from the outside in, as the mounts of
 * bubblewrap do. Seatbelt can forbid the rename of what is protected, but not show something else in its place.
 */
export function seatbeltProfile(policy: SandboxPolicy, look: Look): string {
  const real = (path: string): string => look(path)?.path ?? path;
  const write = (allowed: boolean, paths: readonly string[]) => rule(allowed, 'file-write*', paths.map(real));
  const guarded = [...policy.readOnly, ...policy.sealed, ...policy.forbidden, ...policy.absent, ...policy.links.map(({ path }) => path)];
  const lines = [
    ...HEAD,
    ...rule(true, 'mach-lookup', policy.network === 'host' ? [...SERVICES, ...NETWORK_SERVICES] : SERVICES, 'global-name'),
    ...(policy.network === 'host' ? ['(allow network*)', '(allow system-socket)'] : []),
    ...rule(false, 'network-outbound file-read* file-write*', policy.unreadable.map(real)),
    ...rule(true, 'network-outbound file-read*', policy.readable.map(real)),
    ...write(policy.rootWritable, [policy.root]),
    ...write(true, [policy.tmp, policy.cache]),
    ...write(
      true,
      policy.writable.filter((path) => !isAbove(path, guarded)),
    ),
    ...write(
      true,
      policy.writable.filter((path) => isAbove(path, guarded)),
    ),
    ...write(false, guarded),
    ...write(true, notesOf(policy)),
    ...rule(true, 'file-read* file-write*', [policy.tmp, policy.cache].map(real)),
    ...keepNames(policy.writable.filter((path) => isAbove(path, guarded)).map(real)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Writable folders inside something guarded. */
function notesOf({ writable, readOnly }: SandboxPolicy): readonly string[] {
  return writable.filter((path) => readOnly.some((folder) => path.startsWith(`${folder}/`)));
}

function isAbove(path: string, guarded: readonly string[]): boolean {
  return guarded.some((inner) => inner.startsWith(`${path}/`));
}

/** A folder above something guarded stays where it is: moved away, a copy could take its place. */
function keepNames(folders: readonly string[]): readonly string[] {
  return folders.length === 0 ? [] : [`(deny file-write-unlink ${folders.map((path) => `(literal ${quote(path)})`).join(' ')})`];
}

function rule(allowed: boolean, operations: string, values: readonly string[], filter = 'subpath'): readonly string[] {
  if (values.length === 0) return [];
  return [`(${allowed ? 'allow' : 'deny'} ${operations} ${[...new Set(values)].map((value) => `(${filter} ${quote(value)})`).join(' ')})`];
}

function quote(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}
