/** Files and folders of a project that fit what was typed, the best first. Paths are from its root; that of a folder ends with a slash. */
export interface FileMatches {
  readonly paths: readonly string[];
  readonly more: boolean;
}
