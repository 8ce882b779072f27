/** The errno name (`ENOENT`, …) of a failed system call, or `undefined` for any other kind of failure. */
export function errnoOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !('code' in failure)) return undefined;
  return typeof failure.code === 'string' ? failure.code : undefined;
}
