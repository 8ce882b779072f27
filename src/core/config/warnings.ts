import type { SourcedLayer } from './layer.ts';
import type { Config } from './schema.ts';
import { unusedSettings } from './unused.ts';

/** What is allowed and yet worth a word. Whole sentences. */
export function configWarnings(config: Config, layers: readonly SourcedLayer[]): string[] {
  const { max_tokens: tokens, max_bytes: bytes } = config.project_context;
  const old =
    tokens === undefined
      ? []
      : [
          bytes === undefined
            ? `project_context.max_tokens is an old name: it counts as max_bytes: ${tokens * 4}.`
            : 'project_context.max_tokens is an old name and is not looked at beside max_bytes.',
        ];
  return [...old, ...unusedSettings(layers)];
}
