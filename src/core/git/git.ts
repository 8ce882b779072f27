import type { SimpleGit } from 'simple-git';
import { locateProgram } from '../lib/locate-program.ts';

/** Enough to find git and the person's configuration. Every other variable stays out: a `GIT_DIR` would point git somewhere else. */
const PASSED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR'];

/**
 * Git in a folder: it takes no locks it can do without, asks nothing, pages nothing and starts neither hooks nor a file system
 * monitor, whatever a command may have left in the repository, and is not itself taken from there. The library is loaded on the first call, since many runs never need it.
 */
export async function openGit(folder: string): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const quiet = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
  const passed = Object.fromEntries(PASSED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const git = simpleGit({
    baseDir: folder,
    binary: locateProgram('git', process.env.PATH ?? '', [folder]) ?? '/usr/bin/git',
    trimmed: true,
    config: ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat'],
    allowEnvironment: Object.keys(quiet),
    unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafePager: true },
  });
  return git.env({ ...passed, ...quiet });
}
