import { withoutEnd } from '../../../shared/without-end.ts';
import { objectOf, objectsOf, type WireObject } from '../wire-json.ts';
import type { GetJson } from './get-json.ts';
import { known, sizeOf, wordsOf } from './known.ts';
import type { ListedModel } from './listed-model.ts';

/** Ids of models that hold no conversation. */
const NO_CHAT = /embed|rerank|moderation|whisper|(^|[-/])tts|transcribe|dall-e|(^|-)image|sora|realtime|(^|-)audio|babbage|davinci/i;

/** `GET /models` as OpenAI publishes it, with what other servers add to an entry. */
export async function listOpenAi(get: GetJson, baseUrl: string): Promise<ListedModel[]> {
  return openAiModels(objectOf(await get(`${trimmed(baseUrl)}/models`)));
}

export function openAiModels(answer: WireObject): ListedModel[] {
  return objectsOf(answer.data ?? answer.models)
    .map(openAiEntry)
    .filter(({ id }) => id !== '' && !NO_CHAT.test(id));
}

export function trimmed(baseUrl: string): string {
  return withoutEnd(baseUrl, '/');
}

function openAiEntry(entry: WireObject): ListedModel {
  const sizes = [
    entry.context_window,
    entry.max_model_len,
    entry.context_length,
    entry.max_context_length,
    objectOf(entry.meta).n_ctx_train,
  ];
  return known({
    id: wordsOf(entry.id) ?? '',
    name: wordsOf(entry.name) ?? wordsOf(entry.display_name),
    contextWindow: sizes.map(sizeOf).find((size) => size !== undefined),
    maxOutputTokens: sizeOf(entry.max_completion_tokens) ?? sizeOf(entry.max_output_tokens),
    vision: visionOf(entry),
  });
}

function visionOf(entry: WireObject): boolean | undefined {
  const said = objectOf(entry.capabilities).vision;
  return typeof said === 'boolean' ? said : undefined;
}
