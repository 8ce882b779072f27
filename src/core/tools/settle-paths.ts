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

/** Real path of every argument, by the text the model gave; or why the call may not run. `asked`: a person allowed one, and all is to be looked at again. */
export type SettledPaths =
  | { readonly type: 'settled'; readonly paths: ReadonlyMap<string, string> }
  | { readonly type: 'asked' }
  | { readonly type: 'stopped'; readonly outcome: ToolOutcome };

/**
 * Decides on all paths of a call, and asks a person about the first that nobody has decided on yet: what is allowed goes into `allowed`, by the text the model gave.
 * What can never be allowed is told before anyone is asked.
 */
export async function settlePaths(
  request: PathRequest,
  hooks: Pick<CallHooks, 'ask'>,
  allowed: Map<string, string>,
): Promise<SettledPaths> {
  const { uses, policy, tmp } = request;
  const judged = await Promise.all(uses.map(async (use) => ({ use, verdict: await judgePath(use, policy, tmp) })));
  const refused = judged.flatMap(({ use, verdict }) => {
    if (verdict.type === 'refused') return [`${use.path} cannot be used: ${verdict.reason}.`];
    // The answer was about the path as it was.
    const moved = (allowed.get(use.path) ?? verdict.path) !== verdict.path;
    return moved ? [`${use.path} leads somewhere else than when it was asked about.`] : [];
  });
  if (refused.length > 0) return { type: 'stopped', outcome: failure('policy_denied', refused.join('\n')) };
  const known = new Set(allowed.values());
  for (const { use, verdict } of judged) {
    if (verdict.type !== 'ask' || known.has(verdict.path)) continue;
    const denial = await askFor({ path: verdict.path, access: use.access }, verdict.reason, request, hooks);
    if (denial) return { type: 'stopped', outcome: denial };
    allowed.set(use.path, verdict.path);
    return { type: 'asked' };
  }
  return { type: 'settled', paths: new Map(judged.map(({ use, verdict }) => [use.path, verdict.path])) };
}

/** No setting allows reading only. */
const FOR_READING =
  'Allow it for this project: that rule is for reading. `paths.writable_paths` in the configuration would allow writing too.';

async function askFor(use: PathUse, reason: string, request: PathRequest, hooks: Pick<CallHooks, 'ask'>): Promise<ToolOutcome | undefined> {
  const decision = await hooks.ask({
    kind: 'path',
    tool: request.tool,
    subject: use.path,
    access: use.access,
    reason,
    preview: request.preview,
    permanent: use.access === 'write' ? 'Add the folder to `paths.writable_paths` in the configuration.' : FOR_READING,
  });
  return decision.type === 'deny' ? denied(`The use of ${use.path} was not allowed.`, decision.reason) : undefined;
}

export interface CommandQuestion {
  readonly hooks: Pick<CallHooks, 'ask'>;
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
