import type { ModelFacts } from '../../shared/model-facts.ts';
import type { ModelDefinition } from '../config/schema.ts';
import type { Endpoint, ModelSpec } from './model-spec.ts';

/** What a wire is given: the definition, filled up with what is known of the model. */
export function specOf(definition: ModelDefinition, endpoint: Endpoint, facts: ModelFacts): ModelSpec {
  const { id, params, extra_params, retry, prompt_suffix, prompts, price, advanced } = definition;
  const { limits, reasoning } = advanced;
  const { max_output_tokens: outputLimit } = limits;
  return {
    endpoint,
    id,
    wire: facts.transport.value ?? 'chat_completions',
    params: { ...params, ...extra_params },
    retry,
    reasoning: { echoBack: facts.echoBack.value ?? false, ...(reasoning.effort === undefined ? {} : { effort: reasoning.effort }) },
    facts,
    ...(advanced.cache_ttl === '1h' ? { cacheTtl: '1h' as const } : {}),
    ...(price === undefined ? {} : { price }),
    ...(prompt_suffix === undefined ? {} : { promptSuffix: prompt_suffix }),
    ...promptsOf(prompts),
    ...compactionOf(limits.compaction_threshold_tokens, prompts.compaction),
    ...(outputLimit === undefined ? {} : { maxOutputTokens: outputLimit }),
  };
}

function compactionOf(threshold: number | undefined, prompt: string | undefined): Pick<ModelSpec, 'compaction'> {
  return threshold === undefined && prompt === undefined ? {} : { compaction: { threshold, prompt } };
}

function promptsOf({ system, system_suffix: suffix }: ModelDefinition['prompts']): Pick<ModelSpec, 'prompts'> {
  return system === undefined && suffix === undefined ? {} : { prompts: { system, suffix } };
}
