import { lstatSync, rmSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxState } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { bubblewrapArgs } from './bubblewrap.ts';
import { findGitFolders } from './git-folders.ts';
import { lookAtHost } from './look.ts';
import { absoluteFrom, type PolicyInput, sandboxPolicy } from './policy.ts';
import type { Sandbox, SandboxDecision, SandboxPolicy } from './sandbox.ts';
import { removeTree, type SessionFolders } from './session-folders.ts';

export interface BubblewrapOptions {
  /** Absolute path of bubblewrap, or why it cannot be used. Never rejects. */
  readonly probe: Promise<Result<string, Problem>>;
  readonly policy: Pick<PolicyInput, 'config' | 'writablePaths' | 'environment' | 'own'>;
  readonly project: string;
  readonly makeFolders: (session: string) => Promise<SessionFolders>;
}

interface SessionEntry {
  readonly folders: SessionFolders;
  /** Tells when the repository changed its shape, so that the policy is made anew. */
  readonly shape: string;
  readonly policy: SandboxPolicy;
}

const CHECKING: Problem = {
  code: 'sandbox_unavailable',
  message: 'The sandbox is still being checked.',
  hint: 'Commands wait for the check; it takes a moment.',
};

export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const sessions = new Map<string, SessionEntry>();
  const placeholders = new Set<string>();
  let found: Result<string, Problem> | undefined;
  const probed = options.probe.then((result) => {
    found = result;
  });

  function state(): SandboxState {
    const { config, writablePaths, environment } = options.policy;
    const mounts = config.host_mounts.filter((mount) => mount.mode === 'rw').map((mount) => mount.path);
    const further = [...writablePaths, ...mounts].map((path) => absoluteFrom(options.project, environment.home, path));
    const active: SandboxState = { state: 'active', writable: [options.project, ...further], network: config.network };
    if (found?.ok) return active;
    return { ...active, state: 'unavailable', writable: [], problem: found?.error ?? CHECKING };
  }

  async function ready(): Promise<SandboxState> {
    await probed;
    return state();
  }

  async function decide(session: { readonly id: string; readonly root: string }): Promise<SandboxDecision> {
    await probed;
    if (!found?.ok) return { type: 'refused', problem: found?.error ?? CHECKING };
    const known = sessions.get(session.id);
    const shape = repositoryShape(session.root);
    if (known?.shape === shape) return { type: 'sandboxed', policy: known.policy };
    const folders = known?.folders ?? (await options.makeFolders(session.id));
    const git = await findGitFolders(session.root);
    const policy = sandboxPolicy({ ...options.policy, ...folders, root: session.root, git });
    for (const folder of policy.sealed) if (!lookAtHost(folder)) placeholders.add(folder);
    sessions.set(session.id, { folders, shape, policy });
    return { type: 'sandboxed', policy };
  }

  return {
    state,
    ready,
    decide,
    wrap: (decision, command) => {
      if (decision.type !== 'sandboxed' || !found?.ok) throw new Error('a command without a sandbox decision must not be started');
      const args = bubblewrapArgs(decision.policy, lookAtHost, command);
      const { owner, label } = command;
      return { command: found.value, args, cwd: '/', env: decision.policy.env, owner, label, stdin: 'ignore' };
    },
    settle: (decision) => (decision.type === 'sandboxed' ? removeForbidden(decision.policy) : []),
    release: async (id) => {
      const entry = sessions.get(id);
      sessions.delete(id);
      if (!entry) return;
      await removeTree(entry.folders.tmp);
      if (sessions.size === 0) await removePlaceholders(placeholders);
    },
  };
}

/** Changes when a repository, a worktree link or a submodule appears or goes. Synchronous for the same reason as `lookAtHost`. */
function repositoryShape(root: string): string {
  const git = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
  const modules = git?.isDirectory() ? lstatSync(join(root, '.git', 'modules'), { throwIfNoEntry: false }) : undefined;
  return `${git?.ino ?? 0}:${modules?.mtimeMs ?? 0}`;
}

function removeForbidden(policy: SandboxPolicy): readonly string[] {
  const present = policy.forbidden.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  for (const path of present) rmSync(path, { recursive: true, force: true });
  return present;
}

/** Only empty folders go: what somebody put there meanwhile stays. */
async function removePlaceholders(folders: Set<string>): Promise<void> {
  await Promise.all([...folders].map((folder) => rmdir(folder).catch(() => undefined)));
  folders.clear();
}
