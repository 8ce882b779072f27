import { access, constants, readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DoctorCheck } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SandboxState } from '../../shared/sandbox-state.ts';
import { errnoOf } from '../lib/errno.ts';
import { locateProgram, SYSTEM_FOLDERS } from '../lib/locate-program.ts';
import type { Environment, Processes } from '../lib/ports.ts';
import { PROBE_ARGS } from './bubblewrap.ts';
import { DEVICES_HOLD } from './device-guard.ts';
import type { HostTraits } from './host-traits.ts';
import { stageProbe } from './staged-view.ts';

const SEATBELT = '/usr/bin/sandbox-exec';
const SAFE = 'No command was run.';

/** Kernel settings that decide whether an ordinary program may make a sandbox; `undefined` where the kernel has no such setting. */
export interface KernelFacts {
  readonly usernsClone: string | undefined;
  readonly maxUserNamespaces: string | undefined;
  readonly apparmorRestricts: string | undefined;
  readonly container: string | undefined;
}

export interface ProbeOptions {
  readonly environment: Environment;
  readonly processes: Processes;
  /** A `bwrap` that the project brings along is not trusted. */
  readonly project: string;
}

/** Finds bubblewrap and starts a sandbox with it once; on macOS finds Seatbelt. The value is the program's absolute path. */
export async function probeSandbox(options: ProbeOptions): Promise<Result<string, Problem>> {
  const { environment } = options;
  if (environment.platform === 'darwin') return probeSeatbelt();
  if (environment.platform !== 'linux') return err(unsupported(environment.platform));
  const path = locateProgram('bwrap', environment.vars.PATH ?? '', [options.project]);
  if (path === undefined) return err(MISSING);
  const failure = await tryLine([path, ...PROBE_ARGS, 'true'], options);
  return failure === undefined ? ok(path) : err(diagnose(failure, await readKernelFacts()));
}

/** Whether sandboxes can be made as the traits say. */
export async function probeTraits(bubblewrap: string, traits: HostTraits, options: Omit<ProbeOptions, 'project'>): Promise<boolean> {
  const { nests, devices } = traits;
  const sandbox = [bubblewrap, ...(nests ? stageProbe(bubblewrap, traits) : PROBE_ARGS)];
  const line = devices ? [...devices, ...sandbox, ...DEVICES_HOLD] : [...sandbox, 'true'];
  return (await tryLine(line, options)) === undefined;
}

/** The sandbox's line in the doctor's list. */
export function sandboxCheck(state: SandboxState): DoctorCheck {
  const check = { id: 'sandbox', title: 'Command sandbox' };
  if (state.state === 'active') return { ...check, state: 'ok', message: 'Commands run in a sandbox.' };
  const problem = state.problem ?? OFF;
  return { ...check, state: state.state === 'off' ? 'warning' : 'failed', message: problem.message, hint: problem.hint };
}

/** What is said while the sandbox is turned off on purpose. */
export const OFF: Problem = {
  code: 'sandbox_unavailable',
  message: 'The sandbox is off: commands run with all your rights.',
  hint: 'Remove `sandbox.enabled: false` from the configuration, or start without --unsafe.',
};

const MISSING: Problem = {
  code: 'sandbox_unavailable',
  message: 'Commands cannot run: bubblewrap (bwrap) is not installed.',
  hint: 'Install it with your package manager, for example `sudo apt install bubblewrap`, then check again.',
  safe: SAFE,
};

/** Part of macOS itself, so it is only looked for. */
async function probeSeatbelt(): Promise<Result<string, Problem>> {
  return access(SEATBELT, constants.X_OK).then(
    () => ok(SEATBELT),
    () => err(unsupported('darwin')),
  );
}

function unsupported(platform: NodeJS.Platform): Problem {
  const name = platform === 'darwin' ? 'macOS without sandbox-exec' : platform === 'win32' ? 'Windows' : platform;
  return {
    code: 'sandbox_unavailable',
    message: `Commands cannot run: there is no sandbox for ${name} yet.`,
    hint: 'To let commands run with all your rights, set `sandbox.enabled: false` or start with --unsafe.',
    safe: SAFE,
  };
}

/** What it said when it failed. */
async function tryLine(
  [command = '', ...args]: readonly string[],
  { environment, processes }: Omit<ProbeOptions, 'project'>,
): Promise<string | undefined> {
  try {
    const probe = await processes.spawn({
      command,
      args,
      cwd: '/',
      env: { PATH: probePath(environment) },
      owner: 'sandbox-probe',
      label: 'sandbox probe',
    });
    probe.stdout.resume();
    const [said, exit] = await Promise.all([text(probe.stderr), probe.exited]);
    return exit.code === 0 ? undefined : said.trim() || `bwrap ended with ${exit.code ?? exit.signal}`;
  } catch (failure) {
    return `bwrap could not be started (${errnoOf(failure) ?? String(failure)})`;
  }
}

/** Folders of the person's own may be out of sight inside, as those under /tmp are; the system's never are. */
function probePath({ vars }: Environment): string {
  return [...(vars.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...SYSTEM_FOLDERS].join(delimiter);
}

async function readKernelFacts(): Promise<KernelFacts> {
  const [usernsClone, maxUserNamespaces, apparmorRestricts, docker, podman] = await Promise.all([
    setting('/proc/sys/kernel/unprivileged_userns_clone'),
    setting('/proc/sys/user/max_user_namespaces'),
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    setting('/.dockerenv'),
    setting('/run/.containerenv'),
  ]);
  const container = docker === undefined ? (podman === undefined ? undefined : 'Podman') : 'Docker';
  return { usernsClone, maxUserNamespaces, apparmorRestricts, container };
}

function setting(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').then(
    (content) => content.trim(),
    () => undefined,
  );
}

/** Names the cause of a failed start. The settings speak before the container does: they are what has to be changed. */
export function diagnose(said: string, facts: KernelFacts): Problem {
  const [message, hint] = causeOf(said, facts);
  return { code: 'sandbox_unavailable', message: `Commands cannot run: ${message}`, hint, safe: SAFE, detail: said.slice(0, 500) };
}

function causeOf(said: string, facts: KernelFacts): readonly [message: string, hint: string] {
  if (facts.maxUserNamespaces === '0') {
    return [
      'user namespaces are turned off (user.max_user_namespaces is 0).',
      'Run `sudo sysctl user.max_user_namespaces=15000`, then check again.',
    ];
  }
  if (facts.usernsClone === '0') {
    return [
      'user namespaces are closed to ordinary users (kernel.unprivileged_userns_clone is 0).',
      'Run `sudo sysctl kernel.unprivileged_userns_clone=1`, then check again.',
    ];
  }
  if (facts.container !== undefined) {
    return [
      `this is a ${facts.container} container that does not allow a sandbox inside it.`,
      'Start the container with user namespaces allowed (for Docker: `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`), or run Steiner outside it.',
    ];
  }
  if (facts.apparmorRestricts === '1') {
    return [
      'AppArmor keeps bubblewrap from making user namespaces.',
      'Give /usr/bin/bwrap an AppArmor profile with `userns,`, or run `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`, then check again.',
    ];
  }
  if (/mount proc|Operation not permitted|Permission denied|new namespace/i.test(said)) {
    return [
      'this environment does not allow a sandbox inside it, as in a container or another sandbox.',
      'Run Steiner outside that container or sandbox, or allow user namespaces in it.',
    ];
  }
  return ['bubblewrap does not start here.', 'Run `bwrap --ro-bind / / true` in a terminal to see what it says, then check again.'];
}
