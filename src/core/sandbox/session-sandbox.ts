import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SandboxState } from '../../shared/sandbox-state.ts';
import type { PathsConfig } from '../config/schema.ts';
import type { Processes, ProcessSpec } from '../lib/ports.ts';
import { absoluteFrom } from './absolute-from.ts';
import { blockedPaths } from './blocked-paths.ts';
import { explainDenials } from './denials.ts';
import { gitlinkReader, type ReadGitlinks } from './git-index.ts';
import type { Launch } from './launcher.ts';
import { lookAtHost } from './look.ts';
import { type Mount, mountReader } from './mounts.ts';
import type { Network, Networks } from './network/networks.ts';
import { noteFolders, steinerLink } from './note-folders.ts';
import { openedPaths, type PolicyInput, sandboxPolicy } from './policy.ts';
import { putRight } from './put-right.ts';
import { findRepositories } from './repositories.ts';
import { type Sandbox, type SandboxDecision, type SandboxedCommand, type SandboxPolicy, type SandboxSession, SHELL } from './sandbox.ts';
import { removeSessionFolder, type SessionFolders } from './session-folders.ts';
import { watchRepositories } from './settle-repositories.ts';
import { createSessionStarters } from './starter/session-starters.ts';
import type { StarterLine } from './starter/starter-script.ts';

export interface SessionSandboxOptions {
  /** Absolute path of the program that makes sandboxes, or why it cannot be used. Never rejects. */
  readonly probe: Promise<Result<string, Problem>>;
  readonly launch: Promise<Launch>;
  readonly policy: Pick<PolicyInput, 'config' | 'writablePaths' | 'environment' | 'docker' | 'hidden'>;
  readonly overlays: Promise<SandboxPolicy['overlays']>;
  readonly networks: Networks;
  readonly processes: Processes;
  readonly paths: Pick<PathsConfig, 'blocked_paths'>;
  readonly project: string;
  readonly makeFolders: (session: string) => Promise<SessionFolders>;
  /** Called when the last session is released. */
  readonly idle: () => Promise<void>;
}

interface Found {
  readonly program: string;
  readonly launch: Launch;
}

const CHECKING: Problem = {
  code: 'sandbox_unavailable',
  message: 'The sandbox is still being checked.',
  hint: 'Commands wait for the check; it takes a moment.',
};

const KILLED =
  'The sandbox around the command was killed from outside, for example when memory ran out, and what was in it was ended. How far the command came is not known: look at what it may have changed before you run it again.';

/** Decisions, clean-up and explanations for the sessions of a project; what is particular to a system is in `launch`. */
export function createSessionSandbox(options: SessionSandboxOptions): Sandbox {
  const folders = new Map<string, Promise<SessionFolders>>();
  const placeholders = new Set<string>();
  const starters = createSessionStarters(options.processes);
  const readers = { gitlinks: gitlinkReader(), mounts: mountReader() };
  let found: Found | undefined;
  let problem = CHECKING;
  const probed = Promise.all([options.probe, options.launch]).then(([probe, launch]) => {
    if (probe.ok) found = { program: probe.value, launch };
    else problem = probe.error;
  });

  const state = (): SandboxState => stateOf(options, found ? ok(null) : err(problem));

  function foldersOf(session: string): Promise<SessionFolders> {
    const made = folders.get(session) ?? makeAll(options, session);
    folders.set(session, made);
    void made.catch(() => folders.delete(session));
    return made;
  }

  async function decide(session: SandboxSession): Promise<SandboxDecision> {
    await probed;
    if (!found) return { type: 'refused', problem };
    const network = await options.networks.open(session.id);
    if (!network.ok) return { type: 'refused', problem: network.error };
    const policy = applyNetwork(await makePolicy(options, session, { ...(await foldersOf(session.id)), ...readers }), network.value);
    for (const folder of policy.sealed) if (!lookAtHost(folder)) placeholders.add(folder);
    return { type: 'sandboxed', policy };
  }

  function waiting(decision: SandboxDecision, cwd: string): StarterLine | undefined {
    if (decision.type !== 'sandboxed' || !found) return undefined;
    return found.launch.waiting?.(found.program, decision.policy, { argv: SHELL, cwd });
  }

  return {
    state,
    ready: () => probed.then(state),
    decide,
    wrap: (...parts) => wrapped(found, ...parts),
    start: async (decision, { text, ...place }) => {
      const line = waiting(decision, place.cwd);
      const started = line && (await starters.start(line, text, place));
      return started ?? options.processes.spawn(wrapped(found, decision, { ...place, argv: [...SHELL, text] }));
    },
    search: (...parts) => confined(found, ...parts),
    prepare: (decision, place) => starters.prepare(() => waiting(decision, place.cwd), place),
    rest: starters.rest,
    settle: (decision) =>
      decision.type === 'sandboxed' ? putRight(decision.policy, options.policy.environment.home, readers.gitlinks) : [],
    refusedHosts: (decision) => (decision.type === 'sandboxed' ? options.networks.denied(decision.policy.networkOwner) : []),
    explain: (decision, failed) => {
      if (decision.type !== 'sandboxed') return [];
      const denials = explainDenials(decision.policy, failed, options.networks.takeDenied(decision.policy.networkOwner));
      return failed.killed && found?.launch.stays ? [KILLED, ...denials] : denials;
    },
    release: async (id) => {
      starters.rest(id);
      const made = await folders.get(id);
      folders.delete(id);
      await options.networks.close(id);
      if (!made) return;
      await removeSessionFolder(made.tmp);
      if (folders.size > 0) return;
      await removePlaceholders(placeholders);
      await options.idle();
    },
  };
}

function wrapped(found: Found | undefined, decision: SandboxDecision, command: SandboxedCommand): ProcessSpec {
  if (decision.type !== 'sandboxed' || !found) throw new Error('a command without a sandbox decision must not be started');
  return found.launch.command(found.program, decision.policy, command);
}

function confined(found: Found | undefined, ...[decision, search, surroundings]: Parameters<Sandbox['search']>): ProcessSpec {
  if (decision.type !== 'sandboxed' || !found?.launch.search) return search;
  return found.launch.search(found.program, { policy: decision.policy, search, surroundings });
}

/** Where there is no cache folder, the private one could not be shown in its place, so one is made. */
async function makeAll({ policy, makeFolders }: SessionSandboxOptions, session: string): Promise<SessionFolders> {
  await mkdir(join(policy.environment.home, '.cache'), { mode: 0o700 }).catch(() => undefined);
  return makeFolders(session);
}

function stateOf({ policy, project }: SessionSandboxOptions, found: Result<null, Problem>): SandboxState {
  const { config, writablePaths, environment } = policy;
  const mounts = config.host_mounts.filter((mount) => mount.mode === 'rw').map((mount) => mount.path);
  const further = [...writablePaths, ...mounts].map((path) => absoluteFrom(project, environment.home, path));
  const { network, allowed_hosts: hosts } = config;
  const active: SandboxState = { state: 'active', writable: [project, ...further], network, ...(network === 'allowlist' && { hosts }) };
  return found.ok ? active : { ...active, state: 'unavailable', writable: [], problem: found.error };
}

/** Anew for each call: a repository, a link or a hooks folder may have come or gone. */
async function makePolicy(
  options: SessionSandboxOptions,
  session: SandboxSession,
  host: SessionFolders & { readonly mounts: () => readonly Mount[]; readonly gitlinks: ReadGitlinks },
): Promise<SandboxPolicy> {
  const { root, access = 'write' } = session;
  const { gitlinks, mounts, ...folders } = host;
  const opened = openedPaths({ ...options.policy, root });
  const repositories = findRepositories({ root, opened, home: options.policy.environment.home, gitlinks });
  const notes = access === 'sealed' ? [] : noteFolders(root);
  return sandboxPolicy({
    ...options.policy,
    ...folders,
    root,
    access: access === 'write' ? 'write' : 'read-only',
    repositories,
    watch: watchRepositories(repositories, [root, ...opened]),
    notes,
    steinerLink: steinerLink(root),
    blocked: blockedPaths({ root, home: options.policy.environment.home, paths: options.paths }),
    mounts: mounts(),
    overlays: await options.overlays,
  });
}

function applyNetwork(policy: SandboxPolicy, network: Network | undefined): SandboxPolicy {
  return network ? { ...policy, networkOwner: network.owner, env: { ...policy.env, ...network.env } } : policy;
}

/** Only empty folders go: what somebody put there meanwhile stays. */
async function removePlaceholders(folders: Set<string>): Promise<void> {
  await Promise.all([...folders].map((folder) => rmdir(folder).catch(() => undefined)));
  folders.clear();
}
