import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessSpec } from '../lib/ports.ts';
import { bubblewrapArgs } from './bubblewrap.ts';
import type { HostTraits } from './host-traits.ts';
import { lookAtHost } from './look.ts';
import { joinNetwork } from './network/network-owner.ts';
import type { ProcessGroup } from './process-group.ts';
import type { SandboxedCommand, SandboxPolicy } from './sandbox.ts';
import { seatbeltProfile } from './seatbelt.ts';
import { seccompFilter } from './seccomp.ts';

/** How one operating system puts a command under a policy. */
export type Launch = (program: string, policy: SandboxPolicy, command: SandboxedCommand) => ProcessSpec;

const FILTER_DESCRIPTOR = 3;

export interface BubblewrapLauncherOptions {
  /** File with the filter of system calls. */
  readonly filter: string | undefined;
  /** Counts the processes of commands where the kernel does not do it by user. */
  readonly group: ProcessGroup | undefined;
  readonly traits: HostTraits;
}

export function bubblewrapLauncher({ filter, group, traits }: BubblewrapLauncherOptions): Launch {
  return (program, policy, { argv, cwd, owner, label }) => {
    const args = bubblewrapArgs(policy, lookAtHost, { argv, cwd, traits, ...(filter === undefined ? {} : { filter: FILTER_DESCRIPTOR }) });
    const sandboxed = policy.networkOwner === undefined ? [program, ...args] : joinNetwork(policy.networkOwner, [program, ...args]);
    const [command = program, ...rest] = group ? group.enter(sandboxed) : sandboxed;
    const inputs = filter === undefined ? [] : [filter];
    return { command, args: rest, cwd: '/', env: policy.env, owner, label, stdin: 'ignore', inputs };
  };
}

/** Seatbelt moves nothing: the session's tmp and cache are named to programs instead of being shown in place. */
export function seatbeltLauncher(): Launch {
  return (program, policy, { argv, cwd, owner, label }) => {
    const args = ['-p', seatbeltProfile(policy, lookAtHost), ...argv];
    const env = { ...policy.env, TMPDIR: policy.tmp, XDG_CACHE_HOME: policy.cache, npm_config_cache: join(policy.cache, 'npm') };
    return { command: program, args, cwd, env, owner, label, stdin: 'ignore' };
  };
}

/** Writes the filter for this processor where bubblewrap can read it. Without one, or without a place, commands run unfiltered. */
export async function writeFilter(folder: string, arch: string): Promise<string | undefined> {
  const filter = seccompFilter(arch);
  if (!filter) return undefined;
  const file = join(folder, `calls-${arch}.bpf`);
  return writeFile(file, filter, { mode: 0o600 }).then(
    () => file,
    () => undefined,
  );
}
