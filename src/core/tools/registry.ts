import type { Config, Limits } from '../config/schema.ts';
import type { ModelInfo } from '../providers/provider.ts';
import { createApplyPatch } from './apply-patch/apply-patch.ts';
import { isPatchTrained } from './apply-patch/patch-trained.ts';
import type { BackgroundJobs } from './background/background-jobs.ts';
import { createBashKill } from './background/bash-kill.ts';
import { createBashOutput } from './background/bash-output.ts';
import { createBash } from './bash.ts';
import { createCustomTool } from './custom/custom-tool.ts';
import { createDisplayFile } from './display-file.ts';
import type { ExcludeOptions } from './excludes.ts';
import { createFetchUrl } from './fetch/fetch-url.ts';
import { createGlob } from './glob.ts';
import { createGrep } from './grep.ts';
import { createHistory } from './history.ts';
import { createLs } from './ls.ts';
import { createMutate } from './mutate.ts';
import { diskWriter } from './mutate-commit.ts';
import { createRead } from './read.ts';
import { locateRipgrep } from './ripgrep.ts';
import { createWebSearch, searchBackend } from './search/web-search.ts';
import type { HistorySource, Tool } from './tool.ts';

/** What the configuration says of single tools. */
export type ToolSettings = Pick<Config, 'fetch' | 'search' | 'tools'>;

export interface RegistryOptions {
  readonly limits: Pick<Limits, 'tool_timeout_default' | 'tool_timeouts' | 'tool_output_max_bytes'>;
  readonly excludes: ExcludeOptions;
  readonly settings: ToolSettings;
  /** The model that the session starts with; the list stays as it is when another takes over. */
  readonly model: Pick<ModelInfo, 'id'> | undefined;
  readonly home: string;
  readonly fetch: typeof fetch;
  readonly canDisplay: boolean;
  readonly history: HistorySource;
  readonly jobs: BackgroundJobs;
  /** Whether nothing in the project can be written, whatever the mode. */
  readonly sealed: boolean;
}

/** Bytes of an answer kept for what stands around a page. */
const RESERVE = 1_000;

/** Milliseconds, where the configuration says nothing. */
const TIMEOUTS: Readonly<Record<string, number>> = { bash: 120_000, read: 5_000, grep: 30_000, ls: 5_000 };

/** The tools of one session, the person's own included. */
export function createTools(options: RegistryOptions): readonly Tool[] {
  const { limits, excludes, settings, model, canDisplay } = options;
  const timeout = (name: string): number => limits.tool_timeouts[name] ?? TIMEOUTS[name] ?? limits.tool_timeout_default;
  const pageBytes = limits.tool_output_max_bytes - RESERVE;
  const search = (name: string) => ({ program: locateRipgrep, excludes, timeout: timeout(name), pageBytes });
  const command = { timeout: timeout('bash'), maxOutputBytes: limits.tool_output_max_bytes, jobs: options.jobs };
  const patch = createApplyPatch({ timeout: timeout('apply_patch'), writer: diskWriter });
  const backend = searchBackend(settings.search);
  return [
    ...(model !== undefined && isPatchTrained(model) ? [patch] : []),
    createBash({ ...command, sealed: options.sealed }),
    createBashKill({ timeout: timeout('bash_kill'), jobs: command.jobs }),
    createBashOutput(command),
    createDisplayFile({ timeout: timeout('display_file'), canDisplay }),
    createFetchUrl({ timeout: timeout('fetch_url'), proxy: settings.fetch.proxy }),
    createGlob(search('glob')),
    createGrep(search('grep')),
    createHistory({ timeout: timeout('history'), source: options.history }),
    createLs(search('ls')),
    createMutate({ timeout: timeout('mutate'), writer: diskWriter }),
    createRead({ timeout: timeout('read'), pageBytes }),
    ...(backend === undefined
      ? []
      : [createWebSearch({ ...settings.fetch, backend, timeout: timeout('web_search'), fetch: options.fetch })]),
    ...customTools(options, timeout),
  ];
}

function customTools({ settings, home, limits }: RegistryOptions, timeout: (name: string) => number): readonly Tool[] {
  return Object.entries(settings.tools).map(([name, config]) =>
    createCustomTool({ name, config, home, timeout: timeout(name), maxOutputBytes: limits.tool_output_max_bytes }),
  );
}
