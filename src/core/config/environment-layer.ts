import { retype } from './expand.ts';
import { oneSetting, type SourcedLayer } from './layer.ts';

/** Variables that set one key each, above every file. Empty counts as unset. */
const OVERRIDES: Readonly<Record<string, readonly string[]>> = {
  STEINER_MODEL: ['models', 'profiles', 'default', 'default_model'],
  STEINER_MAX_TURNS: ['limits', 'max_turns'],
  STEINER_MAX_TOKENS: ['limits', 'max_tokens'],
  STEINER_TOOL_OUTPUT_MAX_BYTES: ['limits', 'tool_output_max_bytes'],
  STEINER_MAX_PARALLEL_TOOLS: ['limits', 'max_parallel_tools'],
};

export function environmentLayers(variables: Readonly<Record<string, string | undefined>>): SourcedLayer[] {
  return Object.entries(OVERRIDES).flatMap(([name, path]) => {
    const text = variables[name];
    return text ? [oneSetting({ type: 'environment', name }, path, path[0] === 'limits' ? retype(text) : text)] : [];
  });
}
