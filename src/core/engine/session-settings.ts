import type { PathsConfig } from '../config/schema.ts';
import { followSandbox } from '../sandbox/follow-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { TurnLimits } from '../turn/turn.ts';
import type { Applied } from './applied-settings.ts';

/** The settings that one session works with: those of its running turn, renewed as the next one begins. */
export class SessionSettings {
  readonly #latest: () => Applied;
  readonly sandbox: Sandbox;
  readonly paths: PathsConfig;
  #now: Applied;

  constructor(latest: () => Applied) {
    this.#latest = latest;
    this.#now = latest();
    this.sandbox = followSandbox(() => this.#now.sandbox);
    this.paths = livePaths(() => this.#now.config.paths);
  }

  get limits(): TurnLimits {
    const {
      max_turns: rounds,
      max_tokens: tokens,
      max_parallel_tools: parallelTools,
      max_episode_tokens: episodeTokens,
    } = this.#now.config.limits;
    return { rounds, tokens, parallelTools, episodeTokens };
  }

  get annotatesReads(): boolean {
    return this.#now.config.context_management.read_annotations;
  }

  turnBegins(): TurnLimits {
    this.#now = this.#latest();
    return this.limits;
  }
}

/** What the paths are set to whenever one is looked at. */
export function livePaths(now: () => PathsConfig): PathsConfig {
  return {
    get broad_folders() {
      return now().broad_folders;
    },
    get project_root_only() {
      return now().project_root_only;
    },
    get writable_paths() {
      return now().writable_paths;
    },
    get blocked_paths() {
      return now().blocked_paths;
    },
    get exclude_paths() {
      return now().exclude_paths;
    },
    get exclude_patterns() {
      return now().exclude_patterns;
    },
  };
}
