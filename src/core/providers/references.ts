import { PROVIDER_DEFAULT, splitRef } from '../../shared/model-ref.ts';
import { nearestNames } from '../../shared/nearest.ts';
import type { Problem } from '../../shared/problem.ts';
import { type Config, type ModelDefinition, modelDefinitionSchema } from '../config/schema.ts';
import { DEMO_PROVIDER, DEMO_REF } from './demo/demo-model.ts';

/**
 * The model that a reference names: an alias exactly, else the longest provider name that it starts with, so that model ids may hold slashes.
 * `#word` at its end is the effort; it goes before that of the definition.
 */
export function findTarget(ref: string, config: Config): ModelDefinition | undefined {
  const { models } = config;
  const alias = (name: string) => (Object.hasOwn(models.definitions, name) ? models.definitions[name] : undefined);
  const exact = alias(ref);
  if (exact) return exact;
  if (ref.endsWith('#')) return undefined;
  const { base, effort } = splitRef(ref);
  const found = alias(base) ?? rawTarget(base, config);
  if (!found || effort === undefined) return found;
  const { advanced } = found;
  const { effort: _configured, ...others } = advanced.reasoning;
  return { ...found, advanced: { ...advanced, reasoning: effort === PROVIDER_DEFAULT ? others : { ...others, effort } } };
}

function rawTarget(ref: string, config: Config): ModelDefinition | undefined {
  const [provider] = [DEMO_PROVIDER, ...Object.keys(config.providers)]
    .filter((name) => ref.startsWith(`${name}/`) && ref.length > name.length + 1)
    .sort((a, b) => b.length - a.length);
  return provider === undefined ? undefined : modelDefinitionSchema.parse({ provider, id: ref.slice(provider.length + 1) });
}

export function notFound(ref: string, config: Config): Problem {
  if (ref.endsWith('#')) return noEffort(ref);
  const names = [...Object.keys(config.models.definitions), ...Object.keys(config.providers).map((name) => `${name}/…`), DEMO_REF];
  const near = nearestNames(ref, names, 3);
  return {
    code: 'model_not_found',
    message: `There is no model "${ref}".${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
    hint: `Use an alias from models.definitions or provider/model-id. Configured: ${names.join(', ')}.`,
    safe: 'Nothing was started.',
  };
}

function noEffort(ref: string): Problem {
  return {
    code: 'model_not_found',
    message: `No effort stands behind the # of "${ref}".`,
    hint: `Leave the # out, or write an effort such as ${ref}high; ${ref}${PROVIDER_DEFAULT} sends none.`,
    safe: 'Nothing was started.',
  };
}

/** An effort that the model is known not to take. A list that may be wrong refuses nothing. */
export function wrongEffort(ref: string, effort: string, known: readonly string[]): Problem {
  return {
    code: 'model_not_found',
    message: `The model of "${ref}" takes no effort "${effort}".`,
    hint: known.length === 0 ? 'It takes none; leave out the part from # on.' : `It takes ${known.join(', ')}.`,
    safe: 'Nothing was started.',
  };
}
