import type { SessionId } from '../../shared/ids.ts';
import type { AssistantBlock, Message } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Usage } from '../../shared/usage.ts';
import type { SentListener } from './sent/sent-request.ts';

/** A tool as the model sees it. `parameters` is a JSON Schema object. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  /** Never changes within a session. */
  readonly system: string;
  /** Append-only within a session. Starts with the static context as user messages. */
  readonly messages: readonly Message[];
  /** Of every picture in `messages`, by blob: its bytes as base64. */
  readonly pictures?: ReadonlyMap<string, string>;
  /** Sorted by name and frozen for the session. */
  readonly tools: readonly ToolSchema[];
  /** Stable per session; wires that have a cache key or affinity header send it. Sessions that begin alike share one. */
  readonly cacheKey: string;
  /** Whose it is. Two sessions may ask at once, and with the same key. */
  readonly session?: SessionId;
  /** Of a child or advisor: the cache key of the session that started it. */
  readonly parent?: string;
  /** Goes without what leads requests of a session to the same machine. */
  readonly unpinned?: boolean;
  /** What it is for, when it is no round of a turn. Wires send the same whatever it says. */
  readonly purpose?: 'compaction';
  /** Hears what is sent, attempt by attempt. A provider whose requests another program makes says nothing. */
  readonly sent?: SentListener;
  /** The caller's wish to stop. Told apart from the provider's own time-outs. */
  readonly signal: AbortSignal;
}

export type StreamStop = 'complete' | 'tool_calls' | 'max_tokens' | 'refusal' | 'cancelled' | 'usage_limit' | 'error';

/** There where a request counts as one: its cost in whole 1e-9 US dollars, absent when no price is known. */
export interface Bill {
  readonly cost?: number;
}

/**
 * The last event of every stream.
 *
 * `blocks` holds everything received, in the order the model wrote it; on `error` and `cancelled` it may be partial.
 * Tool calls are complete only when `stop` is `tool_calls`. `problem` is present exactly on `error` and `usage_limit`.
 */
export interface StreamEnd {
  readonly type: 'end';
  readonly stop: StreamStop;
  readonly blocks: readonly AssistantBlock[];
  readonly usage?: Usage;
  /** What the provider itself says this took, in whole 1e-9 US dollars; goes before every price list. */
  readonly cost?: number;
  readonly bill?: Bill;
  readonly replay?: Readonly<Record<string, import('zod').core.util.JSONType>>;
  readonly problem?: Problem;
  /** On `error`: whether trying the same request later may help. */
  readonly transient?: boolean;
}

/**
 * What a model answers, as it comes.
 *
 * `delta` joins what arrived together, so one event stands for one read of the socket and kind, not for one token.
 * `reset` says that an attempt died after something was shown: the consumer forgets what it has of this answer.
 * `retry` announces the wait before the next attempt (`attempt` of `maxAttempts`, `delay` in milliseconds); `usage` is what the failed one
 * took, where the provider had counted it. `note` is for the person: what is done differently from here on, and why.
 */
export type StreamEvent =
  | { readonly type: 'delta'; readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'delta'; readonly kind: 'tool_call'; readonly name: string; readonly text: string }
  | { readonly type: 'reset' }
  | { readonly type: 'note'; readonly message: string; readonly hint: string }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly delay: number;
      readonly reason: string;
      readonly usage?: Usage;
      readonly cost?: number;
      readonly bill?: Bill;
    }
  | StreamEnd;

/** What the configuration says about compacting a model's conversations: from how many tokens on, and in which words it is asked for. */
export interface CompactionSettings {
  readonly threshold?: number | undefined;
  readonly prompt?: string | undefined;
}

/** What a request may hold in pictures. `bytes` are those that are sent, as base64. */
export interface PictureLimits {
  readonly count: number;
  readonly bytes: number;
  /** One that is longer than `side` may be there only among so many. */
  readonly large?: { readonly side: number; readonly count: number };
}

/** What is known of a model. Sizes are tokens; absent means unknown, never zero. */
export interface ModelInfo {
  readonly provider: string;
  readonly id: string;
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  /** Whether it sees pictures. Absent: unknown, and taken to be so until it refuses one. */
  readonly vision?: boolean;
  /** Absent: no limit is known. */
  readonly pictures?: PictureLimits;
  readonly compaction?: CompactionSettings;
  /** What the configuration says in place of the product's system prompt, and after it. */
  readonly prompts?: { readonly system?: string | undefined; readonly suffix?: string | undefined };
  /** A script, not a model: labelled wherever it shows. */
  readonly scripted: boolean;
}

/** One model behind one provider, ready to be asked. */
export interface Model {
  readonly info: ModelInfo;
  /**
   * Contract: the iterable never throws and always ends with exactly one `end` event. Failure and abort are that event.
   * Abandoning the iteration early releases the connection.
   */
  stream(request: ModelRequest): AsyncIterable<StreamEvent>;
  /**
   * What the tokens of one request cost at that time (milliseconds since the epoch), in whole 1e-9 US dollars; `undefined` when no price is
   * known.
   */
  cost?(usage: Usage, at: number): Promise<number | undefined>;
}
