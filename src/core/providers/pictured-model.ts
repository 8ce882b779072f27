import type { Message } from '../../shared/messages.ts';
import { pictureName, shownBy, withoutPictures } from '../../shared/shown-pictures.ts';
import type { Model, ModelRequest, StreamEvent } from './provider.ts';
import type { Sight } from './sight.ts';

export interface PictureOptions {
  readonly sight: Sight;
  /** The bytes of a picture; undefined when they are missing or damaged. Never rejects. */
  readonly read: (blob: string) => Promise<Uint8Array | undefined>;
}

/**
 * The same model, given the bytes of every picture that a conversation shows.
 *
 * A model that sees none is told so in the place of each. One that refuses pictures is asked again without, and not tried again. What a message
 * becomes depends on it and on the model alone, so that requests that only grow stay so.
 */
export function picturedModel(model: Model, options: PictureOptions): Model {
  const cache = new Map<string, string>();
  const { sight } = options;
  const seen = sight.sees(model.info);
  const info = seen === undefined ? model.info : { ...model.info, vision: seen };
  return { ...model, info, stream: (request) => pictured(model, request, { ...options, cache }) };
}

interface Parts extends PictureOptions {
  /** Base64 of the pictures of the last request, by blob. */
  readonly cache: Map<string, string>;
}

async function* pictured(model: Model, request: ModelRequest, parts: Parts): AsyncGenerator<StreamEvent, void> {
  if (!request.messages.some((message) => shownBy(message).length > 0)) return yield* model.stream(request);
  if (parts.sight.sees(model.info) === false) return yield* model.stream(withoutAny(request));
  for await (const event of model.stream(await withPictures(request, parts))) {
    if (event.type === 'end' && event.problem?.code === 'model_blind') {
      await parts.sight.learnBlind(model.info);
      yield { type: 'note', message: `${model.info.provider}/${model.info.id} takes no pictures; it is told where one was.`, hint: HINT };
      return yield* model.stream(withoutAny(request));
    }
    yield event;
  }
}

const HINT =
  'For a model that sees them choose another one; it gets the pictures of the whole conversation. Set `vision: false` to be told before sending.';

async function withPictures(request: ModelRequest, { read, cache }: Parts): Promise<ModelRequest> {
  const wanted = new Set(request.messages.flatMap((message) => shownBy(message).map(({ blob }) => blob)));
  for (const known of cache.keys()) if (!wanted.has(known)) cache.delete(known);
  for (const blob of wanted) {
    const bytes = cache.has(blob) ? undefined : await read(blob);
    if (bytes) cache.set(blob, Buffer.from(bytes).toString('base64'));
  }
  const messages = request.messages.map((message) => instead(message, (blob) => cache.has(blob), 'its file is missing or damaged'));
  return { ...request, messages, pictures: new Map(cache) };
}

function withoutAny(request: ModelRequest): ModelRequest {
  return { ...request, messages: request.messages.map((message) => instead(message, () => false, 'this model takes no pictures')) };
}

/** The message with a line for every picture that is not there. */
function instead(message: Message, isThere: (blob: string) => boolean, why: string): Message {
  return withoutPictures(message, (picture) =>
    isThere(picture.blob) ? undefined : `[Not shown: ${pictureName(picture)}, because ${why}]`,
  );
}
