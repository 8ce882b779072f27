import { retype } from './expand.ts';
import { oneSetting, type SourcedLayer } from './layer.ts';

/** Variables that set one key each, above every file. Empty counts as unset. */
const OVERRIDES: Readonly<Record<string, readonly string[]>> = {
  STEINER_MODEL: ['models', 'profiles', 'default', 'default_model'],
  STEINER_MAX_TURNS: ['limits', 'max_turns'],
  STEINER_MAX_TOKENS: ['limits', 'max_tokens'],
  STEINER_TOOL_OUTPUT_MAX_BYTES: ['limits', 'tool_output_max_bytes'],
  STEINER_MAX_PARALLEL_TOOLS: ['limits', 'max_parallel_tools'],
  STEINER_SUB_AGENTS_MAX_PARALLEL: ['sub_agent', 'max_parallel'],
  STEINER_TUI_FPS: ['tui', 'fps'],
  STEINER_LOG_LEVEL: ['logging', 'level'],
  STEINER_LOG_FILE: ['logging', 'file'],
};

/** Whose keys are numbers; the others stay text, whatever they look like. */
const NUMBERS = new Set(Object.keys(OVERRIDES).filter((name) => !/MODEL|LOG_/.test(name)));

export function environmentLayers(variables: Readonly<Record<string, string | undefined>>): SourcedLayer[] {
  return Object.entries(OVERRIDES).flatMap(([name, path]) => {
    const text = variables[name];
    return text ? [oneSetting({ type: 'environment', name }, path, NUMBERS.has(name) ? retype(text) : text)] : [];
  });
}
