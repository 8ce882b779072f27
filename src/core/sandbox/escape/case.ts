/** The sandboxes that cases run in. Each has its own repository, home folder and policy; `arenas.ts` builds them. */
export type ArenaName = 'checkout' | 'worktree' | 'plan' | 'plain' | 'offline' | 'allowlist' | 'small' | LayoutName;

/** Repositories in an unusual place; `layouts.ts` says which. */
export type LayoutName = 'nested' | 'house' | 'apart' | 'kept' | 'bare' | 'led';

/** One attempt to get out. */
export interface EscapeCase {
  readonly id: string;
  readonly area: string;
  /** What must hold. */
  readonly title: string;
  readonly arena: ArenaName;
  /** Shell text; `prelude.ts` says which variables and functions it has. A line `n/a: reason` means it cannot be tried here. */
  readonly run: string;
  /** The next command of the same session, in place of one that a person or the model would run. Only of a case that is alone. */
  readonly then?: string;
  /** What the output shows when the attempt was made and failed. Without that the case is broken: a probe that did nothing proves nothing. */
  readonly shows: RegExp;
  /** Not in one sandbox with other cases. */
  readonly alone: boolean;
}

export type Attempt = readonly [id: string, title: string, run: string, shows: RegExp];

/** Cases of one area in one arena. */
export function attempts(area: string, arena: ArenaName, list: readonly Attempt[]): readonly EscapeCase[] {
  return list.map(([id, title, run, shows]) => ({ id, area, title, arena, run, shows, alone: false }));
}

/** The same, each in a sandbox of its own. */
export function loneAttempts(area: string, arena: ArenaName, list: readonly Attempt[]): readonly EscapeCase[] {
  return attempts(area, arena, list).map((one) => ({ ...one, alone: true }));
}

/** Two commands, one after the other. */
export function followed(area: string, arena: ArenaName, [id, title, run, shows]: Attempt, then: string): EscapeCase {
  return { id, area, title, arena, run, shows, alone: true, then };
}

/** How the system says no. */
export const REFUSED = /Read-only file system|Permission denied|Operation not permitted|Device or resource busy|cross-device/;
export const READ_ONLY = /Read-only file system/;
