import { retype } from './expand.ts';
import type { Place } from './fault.ts';
import { type Layer, placeKey, type Tree } from './layer.ts';

/** Variables that set one key each, above every file. Empty counts as unset. */
const OVERRIDES: Readonly<Record<string, readonly string[]>> = {
  STEINER_MODEL: ['models', 'profiles', 'default', 'default_model'],
  STEINER_MAX_TURNS: ['limits', 'max_turns'],
  STEINER_MAX_TOKENS: ['limits', 'max_tokens'],
  STEINER_TOOL_OUTPUT_MAX_BYTES: ['limits', 'tool_output_max_bytes'],
  STEINER_MAX_PARALLEL_TOOLS: ['limits', 'max_parallel_tools'],
};

export function environmentLayers(variables: Readonly<Record<string, string | undefined>>): Layer[] {
  return Object.entries(OVERRIDES).flatMap(([variable, path]) => {
    const text = variables[variable];
    return text ? [oneSetting(variable, path, path[0] === 'limits' ? retype(text) : text)] : [];
  });
}

function oneSetting(variable: string, path: readonly string[], value: unknown): Layer {
  const place: Place = { file: `environment variable ${variable}` };
  const tree = path.reduceRight<unknown>((below, step) => ({ [step]: below }), value) as Tree;
  return { tree, places: new Map([[placeKey(path), place]]) };
}
