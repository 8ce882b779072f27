import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessSpec } from '../lib/ports.ts';
import { argsIn, type BubblewrapCommand, limitsOutside, sandboxView, type Waits } from './bubblewrap.ts';
import type { HostTraits } from './host-traits.ts';
import { firstSteps } from './limits.ts';
import { lookAtHost } from './look.ts';
import { joinNetwork } from './network/network-owner.ts';
import type { ProcessGroup } from './process-group.ts';
import type { SandboxedCommand, SandboxPolicy, Surroundings } from './sandbox.ts';
import { searchViewArgs } from './search-view.ts';
import { seatbeltProfile } from './seatbelt.ts';
import { seccompFilter } from './seccomp.ts';
import { stagedView } from './staged-view.ts';
import { COMMAND, FILTER, REPORTS, STEPS, type StarterLine } from './starter/starter-script.ts';

/** How one operating system puts a command under a policy. */
export interface Launch {
  /** A process of the sandbox stays around the command and has the exit code from it: without one it was the sandbox that was killed. */
  readonly stays: boolean;
  /** How to start a command. */
  command(program: string, policy: SandboxPolicy, command: SandboxedCommand): ProcessSpec;
  /** How a search is kept to its folder. Absent where there is no such way. */
  search?(program: string, parts: SearchParts): ProcessSpec;
  /** How a starter sets up sandboxes that wait for the last argument of such a command. Absent where there is no such way. */
  waiting?(program: string, policy: SandboxPolicy, command: Pick<SandboxedCommand, 'argv' | 'cwd'>): StarterLine;
}

export interface SearchParts {
  readonly policy: SandboxPolicy;
  readonly search: ProcessSpec;
  readonly surroundings: Surroundings;
}

type Argv = readonly [string, ...string[]];

const FILTER_DESCRIPTOR = 3;
/** With one of these in the environment bash would not read its first steps, or not understand them as they are meant. */
const CHANGES_BASH = /^(BASH_ENV|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT|POSIX_PEDANTIC|BASH_FUNC_.*)$/;

/** What runs outside of sandboxes. */
export interface OutsidePrograms {
  readonly bash: string;
  readonly nsenter: string;
  /** Whether that bash is also the one that commands find now, and not one that they made. */
  readonly isFound: () => boolean;
}

export interface BubblewrapLauncherOptions {
  /** File with the filter of system calls. */
  readonly filter: string | undefined;
  /** Counts the processes of commands where the kernel does not do it by user. */
  readonly group: ProcessGroup | undefined;
  readonly traits: HostTraits;
  readonly programs: OutsidePrograms;
}

export function bubblewrapLauncher({ filter, group, traits, programs }: BubblewrapLauncherOptions): Launch {
  const { bash, nsenter, isFound } = programs;
  /** How to start commands in that view. */
  function lineIn(view: readonly string[], program: string, policy: SandboxPolicy): (command: BubblewrapCommand) => Argv {
    return (command) => [program, ...argsIn(view, policy, { ...command, traits })];
  }
  /** A line of bubblewrap that takes nothing over from another one: in the network of the policy. */
  function outermost({ networkOwner }: SandboxPolicy, argv: Argv): Argv {
    const guarded: Argv = traits.devices ? [...traits.devices, ...argv] : argv;
    return networkOwner === undefined ? guarded : joinNetwork(nsenter, networkOwner, guarded);
  }
  return {
    stays: true,
    command: (program, policy, { argv, cwd, owner, label }) => {
      const line = lineIn(sandboxView(policy, lookAtHost, traits), program, policy);
      const sandboxed = outermost(policy, line({ argv, cwd, ...(filter !== undefined && { filter: FILTER_DESCRIPTOR }) }));
      const [command, ...args] = group ? group.enter(sandboxed) : sandboxed;
      const inputs = filter === undefined ? [] : [filter];
      return { command, args, cwd: '/', env: policy.env, owner, label, stdin: 'ignore', inputs, strays: true };
    },
    search: (program, { policy, search, surroundings }) => {
      const args = searchViewArgs(policy, lookAtHost, search, { ...surroundings, mayMount: traits.mayMount });
      return { ...search, command: program, args, cwd: '/' };
    },
    waiting: (program, policy, { argv, cwd }) => {
      const staged = traits.nests ? stagedView(policy, lookAtHost, { program, traits }) : undefined;
      const inView = lineIn(staged?.view ?? sandboxView(policy, lookAtHost, traits), program, policy);
      const line = (waits: Waits) => {
        const sandboxed = inView({ argv, cwd, ...(filter !== undefined && { filter: FILTER }), waits });
        return staged ? sandboxed : outermost(policy, sandboxed);
      };
      const plainBash = !Object.keys(policy.env).some((name) => CHANGES_BASH.test(name)) && isFound();
      return {
        bash,
        ...(staged && { stage: outermost(policy, [program, ...staged.stage, '--']) }),
        argv: line({ reports: REPORTS, text: { from: COMMAND, bash } }),
        ...(plainBash && {
          told: { argv: line({ reports: REPORTS, steps: STEPS }), steps: firstSteps(policy.limits, { from: COMMAND, own: STEPS }) },
        }),
        filter,
        groups: () => group?.entrances() ?? [],
        limits: limitsOutside(policy, traits),
        leaked: traits.leaked,
        env: policy.env,
      };
    },
  };
}

/** Seatbelt moves nothing: the session's tmp and cache are named to programs instead of being shown in place. */
export function seatbeltLauncher(): Launch {
  return {
    stays: false,
    command: (program, policy, { argv, cwd, owner, label }) => {
      const args = ['-p', seatbeltProfile(policy, lookAtHost), ...argv];
      const env = { ...policy.env, TMPDIR: policy.tmp, XDG_CACHE_HOME: policy.cache, npm_config_cache: join(policy.cache, 'npm') };
      return { command: program, args, cwd, env, owner, label, stdin: 'ignore' };
    },
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
