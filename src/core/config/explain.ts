import type { z } from 'zod';
import type { ConfigReport, EffectiveSetting, SettingSource } from '../../shared/config-report.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingKey } from '../../shared/setting-key.ts';
import { durationText, isDuration } from './duration.ts';
import { faultsProblem } from './fault.ts';
import { oneSetting, placeOf, type SourcedLayer, valueAt } from './layer.ts';
import { type Leaf, leaves } from './leaves.ts';
import { mask } from './mask.ts';
import { mergeLayers } from './merge.ts';
import { chooseProfile } from './profiles.ts';
import { type Config, configSchema } from './schema.ts';
import { schemaAt } from './schema-walk.ts';
import { type LoadConfigOptions, readSources } from './sources.ts';
import { unusedReason } from './unused.ts';
import { validate } from './validate.ts';
import { configWarnings } from './warnings.ts';

/** What the options of a command line change for one run. */
export interface ConfigOptions {
  readonly model?: string | undefined;
  readonly unsafe?: boolean | undefined;
  /** Of `models.profiles`, whose roles count in place of those of `default`. */
  readonly profile?: string | undefined;
}

/** The settings that count, for people and for the program. */
interface Explained {
  readonly report: ConfigReport;
  readonly config: Config;
}

/** Every setting as it counts, with where that was decided. The problems are those of `loadConfig`. */
export async function explainConfig({
  model,
  unsafe,
  profile,
  ...options
}: LoadConfigOptions & ConfigOptions): Promise<Result<Explained, Problem>> {
  const sources = await readSources(options);
  if (!sources.ok) return sources;
  const layers = [...withProfile(sources.value.layers, profile), ...optionLayers({ model, unsafe })];
  const config = validate(layers);
  if (!config.ok) return err(faultsProblem(config.error));
  const chosen = chooseProfile(config.value, profile ?? 'default');
  if (!chosen.ok) return chosen;
  const settings = leaves(config.value, []).map((leaf) => setting(leaf, layers));
  const warnings = [...sources.value.warnings, ...configWarnings(config.value, layers)];
  return ok({ report: { settings, warnings }, config: config.value });
}

/** Below the variables, one of which names a model: what the profile says, in the place of `default`. */
function withProfile(layers: readonly SourcedLayer[], profile: string | undefined): readonly SourcedLayer[] {
  const roles = profile === undefined ? undefined : valueAt(mergeLayers(layers).tree, ['models', 'profiles', profile]);
  if (roles === undefined || profile === 'default') return layers;
  const chosen = oneSetting({ type: 'option', name: '--profile' }, ['models', 'profiles', 'default'], roles);
  const above = layers.findIndex(({ origin }) => origin.type === 'environment');
  return above === -1 ? [...layers, chosen] : layers.toSpliced(above, 0, chosen);
}

function optionLayers({ model, unsafe }: ConfigOptions): SourcedLayer[] {
  const chosen = { type: 'option', name: '--model' } as const;
  const bare = { type: 'option', name: '--unsafe' } as const;
  return [
    ...(model === undefined ? [] : [oneSetting(chosen, ['models', 'profiles', 'default', 'default_model'], model)]),
    ...(unsafe ? [oneSetting(bare, ['sandbox', 'enabled'], false)] : []),
  ];
}

function setting({ path, value }: Leaf, layers: readonly SourcedLayer[]): EffectiveSetting {
  const written = isDuration(schemaAt(configSchema, path)) && typeof value === 'number' ? durationText(value) : value;
  const unused = unusedReason(path);
  return {
    key: settingKey(path),
    value: mask(written, path) as z.core.util.JSONType,
    source: sourceOf(path, layers),
    ...(unused === undefined ? {} : { unused }),
  };
}

function sourceOf(path: readonly string[], layers: readonly SourcedLayer[]): SettingSource {
  const layer = layers.findLast(({ tree }) => valueAt(tree, path) !== undefined);
  if (!layer) return { type: 'default' };
  const { type, name } = layer.origin;
  switch (type) {
    case 'user':
    case 'project':
      return { type, file: name, line: placeOf(layer, path)?.line ?? 1 };
    case 'environment':
      return { type, variable: name };
    case 'option':
      return { type, option: name };
  }
}
