import { durationText } from './duration.ts';
import type { CrossFault } from './fault.ts';
import type { Config, ModelDefinition } from './schema.ts';

/** What is wrong within the definitions of models. */
export function modelFaults({ models }: Config): CrossFault[] {
  return Object.entries(models.definitions).flatMap(([alias, definition]) =>
    [...limitFaults(definition), ...retryFaults(definition), ...paramFaults(definition)].map(({ path, message }) => ({
      path: ['models', 'definitions', alias, ...path],
      message,
    })),
  );
}

function limitFaults({ advanced: { limits } }: ModelDefinition): CrossFault[] {
  const { context_window: window, max_output_tokens: output, compaction_threshold_tokens: threshold } = limits;
  const fault = (key: keyof typeof limits, message: string) => ({ path: ['advanced', 'limits', key], message });
  if (window === undefined) return [];
  return [
    ...(output !== undefined && output >= window
      ? [fault('max_output_tokens', `must be below context_window (${window}), which question and answer share.`)]
      : []),
    ...(threshold !== undefined && threshold >= window
      ? [fault('compaction_threshold_tokens', `must be below context_window (${window}): compaction begins before the window is full.`)]
      : []),
  ];
}

function retryFaults({ retry }: ModelDefinition): CrossFault[] {
  const { initial_backoff: first, max_backoff: most } = retry;
  if (first <= most) return [];
  const message = `must not be longer than max_backoff (${durationText(most)}); set that as well.`;
  return [{ path: ['retry', 'initial_backoff'], message }];
}

/** What each request says itself, whatever stands here. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'instructions',
  'system',
  'tools',
  'stream',
  'stream_options',
]);

function paramFaults(definition: ModelDefinition): CrossFault[] {
  return (['params', 'extra_params'] as const).flatMap((key) =>
    Object.keys(definition[key])
      .filter((name) => OF_THE_REQUEST.has(name))
      .map((name) => ({ path: [key, name], message: 'is set by each request itself; take it out.' })),
  );
}
