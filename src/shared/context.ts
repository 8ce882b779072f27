import type { Orchestration } from './session.ts';

/** Where a part of what the model is sent comes from. */
export type ContextSourceKind =
  | 'system'
  | 'delegation'
  | 'tools'
  | 'user_instructions'
  | 'project_instructions'
  | 'project_context'
  | 'session'
  | 'skill'
  | 'summary'
  | 'user'
  | 'assistant'
  | 'results';

/** One part of the next request. Sizes are of the text alone. */
export interface ContextSource {
  readonly kind: ContextSourceKind;
  /** The file it was read from. */
  readonly path?: string;
  /** Of a skill. */
  readonly name?: string;
  /** Messages, tools or files it consists of. None: instructions that came to be since the files were read, so that nothing of them is sent. */
  readonly count: number;
  readonly bytes: number;
  /** Calibrated estimate. */
  readonly tokens: number;
  /** Only a part of it is sent. */
  readonly truncated: boolean;
  /** The file has changed, or come to be, since the files were read; what is sent stays the same for the whole session. */
  readonly stale: boolean;
  /** A skill that is no longer in force: what was said of it stays until the next compaction. */
  readonly inactive?: boolean;
}

export interface ContextHealth {
  readonly level: 'info' | 'warning' | 'critical';
  readonly label: 'stable' | 'fragile' | 'likely lossy';
  readonly advice: 'continue' | 'restart soon' | 'restart now';
}

/** What the next request of a session would hold. All sizes are tokens; absent means unknown, never zero. */
export interface ContextReport {
  /** `provider/model-id`. */
  readonly model: string;
  readonly window?: number;
  /** From here on the conversation is compacted by itself. */
  readonly threshold?: number;
  /** More than this leaves no room for the answer. */
  readonly limit?: number;
  /** Kept free for the answer. */
  readonly reserve: number;
  /** Calibrated estimate of the whole prompt. */
  readonly tokens: number;
  /** What the estimate was multiplied with; 1 until a provider reported the size of a request. */
  readonly ratio: number;
  readonly calibrated: boolean;
  readonly sources: readonly ContextSource[];
  /** Compactions in force. */
  readonly generation: number;
  readonly pinned: number;
  readonly health: ContextHealth;
  /** How much the session hands out; absent when it has no children to start. */
  readonly orchestration?: Orchestration;
}
