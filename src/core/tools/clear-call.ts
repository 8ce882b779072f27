import type { Approval, ApprovalDecision } from '../../shared/approvals.ts';
import type { SandboxDecision, SandboxSession } from '../sandbox/sandbox.ts';
import type { PathRequest } from './settle-paths.ts';
import { askForCommand, settlePaths } from './settle-paths.ts';
import type { CallHooks, ToolOutcome } from './tool.ts';

export type Access = NonNullable<SandboxSession['access']>;

export interface ClearingCall extends Pick<PathRequest, 'tool' | 'uses' | 'preview'> {
  /** Where the session's mode allows it now. */
  readonly access: () => Access;
  readonly decide: (access: Access) => Promise<SandboxDecision>;
  readonly policy: (decision: SandboxDecision) => Pick<PathRequest, 'policy' | 'tmp'>;
  /** The command line that it starts, where it starts one. */
  readonly command: string | undefined;
}

/** What a person allowed for this one call. */
export interface Allowed {
  /** Real path by the text the model gave. */
  readonly paths: Map<string, string>;
  command: boolean;
}

export type ClearedCall =
  | {
      readonly type: 'cleared';
      readonly access: Access;
      readonly decision: SandboxDecision;
      readonly paths: ReadonlyMap<string, string>;
    }
  | { readonly type: 'stopped'; readonly decision: SandboxDecision; readonly outcome: ToolOutcome };

/**
 * Decides on a call: sandbox, paths, command. Whenever a person was asked all of it is decided anew, since meanwhile the mode, the configuration of git or a
 * link may have changed; what was allowed stays allowed, as far as it can still be allowed. What is cleared was decided in the mode that holds now.
 */
export async function clearCall(call: ClearingCall, hooks: Pick<CallHooks, 'ask'>, allowed: Allowed): Promise<ClearedCall> {
  for (;;) {
    const access = call.access();
    const decision = await call.decide(access);
    const settled = await settlePaths({ ...call, ...call.policy(decision) }, hooks, allowed.paths);
    if (settled.type === 'stopped') return { type: 'stopped', decision, outcome: settled.outcome };
    if (settled.type === 'asked') continue;
    if (call.command !== undefined && access !== 'write' && decision.type === 'unsafe' && !allowed.command) {
      const denial = await askForCommand(call.tool, call.command, { hooks, sealed: access === 'sealed' });
      if (denial) return { type: 'stopped', decision, outcome: denial };
      allowed.command = true;
      continue;
    }
    if (call.access() === access) return { type: 'cleared', access, decision, paths: settled.paths };
  }
}

/** For a call that has begun: what was not asked before is not asked any more. */
export async function askNobody(_: Omit<Approval, 'id' | 'callId'>): Promise<ApprovalDecision> {
  return { type: 'deny', reason: 'the mode was switched just as the call began. Nothing was done; call it again.' };
}
