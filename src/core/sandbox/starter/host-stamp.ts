import { readFileSync, statSync } from 'node:fs';

/** Options of bubblewrap with a source and a target, and with a target alone. */
const BINDS = new Set(['--bind', '--ro-bind']);
const COVERS = new Set(['--tmpfs']);

/**
 * What a sandbox that is set up now would be made of: which file or folder each mount shows and covers, and what is mounted on the host.
 *
 * While two stamps are equal, a sandbox that was set up at the first is as good as one set up at the second. A mount stays with the very
 * file it was made over: where that file is replaced under its name, what was read-only or hidden would be open again in a sandbox that
 * stands already. So it is not the name that counts here but the file: its number and birth, and of files the last change too, since a
 * second link could bring the same file back. A folder's last change says only that something in it came or went.
 */
export function hostStamp(args: readonly string[]): string {
  return [...mountedPaths(args).map(stampOf), readFileSync('/proc/self/mountinfo', 'latin1')].join('\n');
}

function mountedPaths(args: readonly string[]): readonly string[] {
  const paths = args.flatMap((option, index) => {
    if (BINDS.has(option)) return args.slice(index + 1, index + 3);
    return COVERS.has(option) ? args.slice(index + 1, index + 2) : [];
  });
  return [...new Set(paths)];
}

/** A path that is missing, or closed to us, is that. */
function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return '-';
    return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}:${stats.isDirectory() ? '' : stats.ctimeMs}`;
  } catch {
    return '?';
  }
}
