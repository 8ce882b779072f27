import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { faultsProblem } from './fault.ts';
import type { Config } from './schema.ts';
import { type LoadConfigOptions, readSources } from './sources.ts';
import { validate } from './validate.ts';
import { configWarnings } from './warnings.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** Files whose settings are in `config`, later ones over earlier ones. */
  readonly files: readonly string[];
  /** Whole sentences for the person. */
  readonly warnings: readonly string[];
}

/**
 * Built-in defaults, then the user's file, the project's file when trusted, and the environment. Missing files are fine.
 *
 * The problem is always `config_invalid`. A file that cannot be read or parsed, or refers to unset variables, is reported before the
 * files after it are looked at; wrong settings of all files are reported together.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<Result<LoadedConfig, Problem>> {
  const sources = await readSources(options);
  if (!sources.ok) return sources;
  const { layers, warnings } = sources.value;
  const config = validate(layers);
  if (!config.ok) return err(faultsProblem(config.error));
  const files = layers.flatMap(({ origin: { type, name } }) => (type === 'user' || type === 'project' ? [name] : []));
  return ok({ config: config.value, files, warnings: [...warnings, ...configWarnings(config.value, layers)] });
}
