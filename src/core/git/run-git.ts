import { buffer, text } from 'node:stream/consumers';
import type { Environment, Processes } from '../lib/ports.ts';

/** Enough to find git and the person's configuration, which says how line endings and filters are handled. */
const PASSED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR'];

/** What a command may have left in a repository is not run: neither hooks nor a file system monitor. */
const FIXED = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];

/** Objects that are missing are not fetched: what a repository names as its remote may be a command. */
export const NO_NETWORK = { GIT_ALLOW_PROTOCOL: 'none' } as const;

export interface GitRunner {
  readonly processes: Processes;
  readonly environment: Environment;
  /** Who answers for the process. */
  readonly owner: string;
}

export interface GitCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly index?: string;
  /** Says which repository it is, where that is not the one of `cwd`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs git with its input and gives its output as bytes; for what the library of `git.ts` cannot do. Rejects with what git complained of. */
export async function runGit(
  { processes, environment, owner }: GitRunner,
  { cwd, args, index, env: place, input }: GitCall,
): Promise<Buffer> {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (environment.vars[name] ? [[name, environment.vars[name]]] : [])));
  const env = { ...passed, ...place, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
  const label = `git ${args[0] ?? ''}`;
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = await processes.spawn({ command: 'git', args: [...FIXED, ...args], cwd, env, owner, label, stdin });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const [output, complaint, { code }] = await Promise.all([buffer(child.stdout), text(child.stderr), child.exited]);
  if (code !== 0) throw new Error(`${label}: ${complaint.trim().slice(0, 500) || `ended with ${code}`}`);
  return output;
}
