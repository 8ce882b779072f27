import type { Limits } from '../config/schema.ts';
import type { ModelInfo } from '../providers/provider.ts';
import { createApplyPatch } from './apply-patch/apply-patch.ts';
import { isPatchTrained } from './apply-patch/patch-trained.ts';
import { BackgroundJobs } from './background/background-jobs.ts';
import { createBashKill } from './background/bash-kill.ts';
import { createBashOutput } from './background/bash-output.ts';
import { createBash } from './bash.ts';
import type { ExcludeOptions } from './excludes.ts';
import { createFetchUrl } from './fetch/fetch-url.ts';
import { createGlob } from './glob.ts';
import { createGrep } from './grep.ts';
import { createLs } from './ls.ts';
import { createMutate } from './mutate.ts';
import { diskWriter } from './mutate-commit.ts';
import { createRead } from './read.ts';
import { locateRipgrep } from './ripgrep.ts';
import type { Tool } from './tool.ts';

export interface RegistryOptions {
  readonly limits: Pick<Limits, 'tool_timeout_default' | 'tool_timeouts' | 'tool_output_max_bytes'>;
  readonly excludes: ExcludeOptions;
  /** Of fetch_url. */
  readonly proxy?: string | undefined;
  /** The model that the session starts with; the list stays as it is when another takes over. */
  readonly model?: Pick<ModelInfo, 'id'> | undefined;
}

/** Milliseconds, where the configuration says nothing. */
const TIMEOUTS: Readonly<Record<string, number>> = { bash: 120_000, read: 5_000, grep: 30_000, ls: 5_000 };

/** The built-in tools of one session, sorted by name. */
export function builtinTools({ limits, excludes, proxy, model }: RegistryOptions): readonly Tool[] {
  const timeout = (name: string): number => limits.tool_timeouts[name] ?? TIMEOUTS[name] ?? limits.tool_timeout_default;
  const search = (name: string) => ({ program: locateRipgrep, excludes, timeout: timeout(name) });
  const command = { timeout: timeout('bash'), maxOutputBytes: limits.tool_output_max_bytes, jobs: new BackgroundJobs() };
  const patch = createApplyPatch({ timeout: timeout('apply_patch'), writer: diskWriter });
  return [
    ...(model !== undefined && isPatchTrained(model) ? [patch] : []),
    createBash(command),
    createBashKill({ timeout: timeout('bash_kill'), jobs: command.jobs }),
    createBashOutput(command),
    createFetchUrl({ timeout: timeout('fetch_url'), proxy }),
    createGlob(search('glob')),
    createGrep(search('grep')),
    createLs(search('ls')),
    createMutate({ timeout: timeout('mutate'), writer: diskWriter }),
    createRead({ timeout: timeout('read') }),
  ];
}
