/** One file that going back would change. The path counts from the root of the repository. */
export interface PlannedChange {
  readonly path: string;
  readonly change: 'created' | 'modified' | 'deleted';
}

/** What going back to before a turn would do to the files; without `kept` it can do nothing to them. */
export interface RewindPlan {
  readonly files: 'kept' | 'missing' | 'no_repository';
  readonly changes: readonly PlannedChange[];
}
