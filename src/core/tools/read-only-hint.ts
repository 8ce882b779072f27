const REFUSALS = /Read-only file system|EROFS|errno 30\b|os error 30\b/i;

/** What to add when a command failed on something the sandbox keeps from being written. */
export function explainReadOnly(output: string): readonly string[] {
  if (!REFUSALS.test(output)) return [];
  return [
    'The sandbox let the command write only in the project and in /tmp (git hooks and git config stay read-only). Write there instead, or ask the person to add the folder to `paths.writable_paths` or `sandbox.host_mounts`.',
  ];
}
