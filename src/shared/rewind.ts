/** One file that going back would change. The path counts from the root of the repository. */
export interface PlannedChange {
  readonly path: string;
  readonly change: 'created' | 'modified' | 'deleted';
}

/**
 * Why the files of a repository inside the project stay as they are: it was not there or not kept then; it or what was kept of it is no longer there; its git folder
 * lies elsewhere; it is one of too many; its files cannot be kept now, and so may not be replaced.
 */
export type LeftReason = 'not_then' | 'gone' | 'elsewhere' | 'too_many' | 'not_now';

export interface LeftFolder {
  readonly path: string;
  readonly reason: LeftReason;
}

/** What going back to before a turn would do to the files; without `kept` it can do nothing to them. */
export interface RewindPlan {
  readonly files: 'kept' | 'missing' | 'no_repository';
  readonly changes: readonly PlannedChange[];
  /** Repositories inside the project of which nothing is changed. */
  readonly left: readonly LeftFolder[];
}

/** For people, after the name of the folder. */
export const LEFT_WORDS: Readonly<Record<LeftReason, string>> = {
  not_then: 'its files were not kept then',
  gone: 'the repository is no longer there',
  elsewhere: 'its git folder lies elsewhere',
  too_many: 'too many repositories inside',
  not_now: 'its present files could not be kept',
};
