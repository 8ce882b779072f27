import { failure } from './outcome.ts';
import { judgePath, type PathPolicyOptions } from './path-policy.ts';
import type { CallHooks, PathUse, ToolOutcome } from './tool.ts';

export interface PathRequest {
  readonly tool: string;
  readonly uses: readonly PathUse[];
  readonly preview: string;
  readonly policy: PathPolicyOptions;
  readonly tmp: string | undefined;
}

/** Real path of every argument, by the text the model gave; or why the call may not run. */
export type SettledPaths =
  | { readonly type: 'settled'; readonly paths: ReadonlyMap<string, string> }
  | { readonly type: 'stopped'; readonly outcome: ToolOutcome };

/** Decides on all paths of a call, asking a person about each that nobody has decided on yet. What can never be allowed is told before anyone is asked. */
export async function settlePaths(request: PathRequest, hooks: CallHooks): Promise<SettledPaths> {
  const judged = await Promise.all(request.uses.map(async (use) => ({ use, verdict: await judgePath(use, request.policy, request.tmp) })));
  const refused = judged.flatMap(({ use, verdict }) =>
    verdict.type === 'refused' ? [`${use.path} cannot be used: ${verdict.reason}.`] : [],
  );
  if (refused.length > 0) return { type: 'stopped', outcome: failure('policy_denied', refused.join('\n')) };
  const settled = new Map<string, string>();
  const allowedOnce = new Set<string>();
  for (const { use, verdict } of judged) {
    const real: PathUse = { path: verdict.path, access: use.access };
    if (verdict.type === 'ask' && !allowedOnce.has(verdict.path)) {
      const denial = (await askFor(real, verdict.reason, request, hooks)) ?? (await changedMeanwhile(use, verdict.path, request));
      if (denial) return { type: 'stopped', outcome: denial };
      allowedOnce.add(verdict.path);
    }
    settled.set(use.path, verdict.path);
  }
  return { type: 'settled', paths: settled };
}

async function askFor(use: PathUse, reason: string, request: PathRequest, hooks: CallHooks): Promise<ToolOutcome | undefined> {
  const decision = await hooks.ask({
    kind: 'path',
    tool: request.tool,
    subject: use.path,
    access: use.access,
    reason,
    preview: request.preview,
    permanent: 'Add the folder to `paths.writable_paths` in the configuration.',
  });
  return decision.type === 'deny' ? denied(`The use of ${use.path} was not allowed.`, decision.reason) : undefined;
}

/** While a person thought, the mode or a link on the way may have changed: the answer was about the path as it was. */
async function changedMeanwhile(use: PathUse, path: string, { policy, tmp }: PathRequest): Promise<ToolOutcome | undefined> {
  const verdict = await judgePath(use, policy, tmp);
  if (verdict.type === 'refused') return failure('policy_denied', `${use.path} cannot be used: ${verdict.reason}.`);
  return verdict.path === path ? undefined : failure('policy_denied', `${use.path} leads somewhere else than when it was asked about.`);
}

export interface CommandQuestion {
  readonly hooks: CallHooks;
  /** Whether the session may write nothing in any mode. */
  readonly sealed: boolean;
}

/** Where nothing may be written and there is no sandbox: every command is asked about by itself. */
export async function askForCommand(tool: string, command: string, { hooks, sealed }: CommandQuestion): Promise<ToolOutcome | undefined> {
  const writer = sealed ? 'This child writes' : 'Plan mode writes';
  const decision = await hooks.ask({
    kind: 'command',
    tool,
    subject: command,
    access: 'run',
    reason: `${writer} nothing, and without a sandbox nothing keeps this command from writing.`,
    preview: command,
    permanent: sealed ? 'Turn the sandbox on.' : 'Turn the sandbox on, or switch to build mode.',
  });
  return decision.type === 'deny' ? denied('The command was not allowed.', decision.reason) : undefined;
}

function denied(what: string, reason: string | undefined): ToolOutcome {
  return failure('approval_denied', reason === undefined || reason === '' ? what : `${what} Reason: ${reason}`);
}
