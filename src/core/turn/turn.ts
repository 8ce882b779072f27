import type { Approval, ApprovalDecision } from '../../shared/approvals.ts';
import type { SessionEvent, TurnFile } from '../../shared/events.ts';
import type { CallId, MessageId } from '../../shared/ids.ts';
import type { Message, UserMessage } from '../../shared/messages.ts';
import type { Problem, ProblemCode } from '../../shared/problem.ts';
import type { StopReason } from '../../shared/session.ts';
import type { Usage } from '../../shared/usage.ts';
import type { Clock, Ids } from '../lib/ports.ts';
import type { Model } from '../providers/provider.ts';
import type { ToolSet } from '../tools/tool.ts';
import type { StuckCall } from './loop-guard.ts';

export interface TurnLimits {
  /** The settings that say so, `limits` by default. */
  readonly group?: 'limits' | 'sub_agent';
  /** Rounds in one turn; `max_turns` in the config. */
  readonly rounds: number;
  /** Input and output tokens of all requests of the turn. */
  readonly tokens: number;
  /** Of those, what the model may write. Default: as many. */
  readonly outputTokens?: number;
  readonly parallelTools: number;
  /** Output tokens of a prompt and of every turn that its results begin; `limits.max_episode_tokens` in the config. Default: no limit. */
  readonly episodeTokens?: number | undefined;
  /** What the model is told once so many rounds are over, by their number. */
  readonly reminders?: ReadonlyMap<number, string>;
}

/** Everything one turn works with. The turn does nothing that does not go through here. */
export interface TurnDeps {
  readonly model: Model;
  readonly tools: ToolSet;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: TurnLimits;
  readonly system: string;
  readonly cacheKey: string;
  /** Sent before the conversation in every request, always the same. */
  readonly preface: readonly Message[];
  readonly signal: AbortSignal;
  /** Takes events in the order they happen. Must not throw. */
  readonly emit: (event: SessionEvent) => void;
  /** What was queued for the running turn and what side work ended, joined into one message; called at each round's start, and before the turn `ends`: what comes then has it go on. */
  readonly drain: (ends: boolean) => UserMessage | undefined | Promise<UserMessage | undefined>;
  /**
   * Before each request: compacts the conversation where it is needed. A problem ends the turn, since the request would not fit. `refused` says that
   * the provider found the last request too long, whatever was estimated.
   */
  readonly makeRoom?: (refused: boolean) => Promise<Problem | undefined>;
  /** After a request that was refused as `code`: leaves out pictures or parts of results when it is about them. True when it did, so that it may be sent again; each time there is less. */
  readonly sendLess?: (code: ProblemCode) => boolean;
  /** A word of the engine, as a message. */
  readonly notice?: (text: string) => UserMessage;
  /** A call keeps failing: what the model is told about it, or nothing. */
  readonly stuck?: (stuck: StuckCall, ask: TurnDeps['ask']) => Promise<UserMessage | undefined>;
  /** Settles once a call that begins may do something: where the turn can go on after a restart, when the log holds that it began. */
  readonly recorded?: () => Promise<void>;
  /** A question is also withdrawn when `over` aborts. */
  readonly ask: (call: CallId, approval: Omit<Approval, 'id' | 'callId'>, over?: AbortSignal) => Promise<ApprovalDecision>;
}

export interface TurnOutcome {
  readonly stop: StopReason;
  /** What went wrong, when something did. */
  readonly problem?: Problem;
  /** Said to the person when the stop needs a word and is no failure. */
  readonly note?: { readonly message: string; readonly hint: string };
  readonly rounds: number;
  readonly usage: Usage;
  readonly files: readonly TurnFile[];
}

export function newMessageId(ids: Ids): MessageId {
  return `m${ids.hex(8)}` as MessageId;
}
