import { exceedsContext, exceedsSize } from './context-limit.ts';
import type { Failure } from './failure.ts';
import { pictureRefusal } from './picture-refusal.ts';
import { after, saidBy, type Verdict, type Words } from './verdict-words.ts';

/** Of a request that is refused for how much is in it: asking again helps only with less. Undefined for every other failure. */
export function fullnessVerdict(failure: Failure, words: Words): Verdict | undefined {
  if (exceedsContext(failure)) return contextVerdict(failure, words);
  return exceedsSize(failure) ? sizeVerdict(failure, words) : undefined;
}

function contextVerdict(failure: Failure, words: Words): Verdict {
  return words.verdict('context_full', 'the request is too long', {
    message: `The request is longer than the context of ${words.model}${after(saidBy(failure))}`,
    hint: 'Compact the conversation with /compact, or choose a model with a larger context. Setting advanced.limits.context_window of the model compacts in time.',
    final: true,
  });
}

function sizeVerdict(failure: Failure, words: Words): Verdict {
  return words.verdict('request_too_large', 'the request has too many bytes', {
    message: `The request has more bytes than ${words.model} takes${after(saidBy(failure))}`,
    hint: 'Compact the conversation with /compact, or start a new session with what is left to do.',
    final: true,
  });
}

/** Also of servers that answer with 500: asking again cannot help. */
export function pictureVerdict(said: string, words: Words): Verdict | undefined {
  switch (pictureRefusal(said)) {
    case undefined:
      return undefined;
    case 'blind':
      return words.verdict('model_blind', 'it takes no pictures', {
        message: `${words.model} takes no pictures: ${said}`,
        hint: 'Choose a model that sees pictures, or send the prompt without them.',
        final: true,
      });
    case 'many':
      return words.verdict('too_many_pictures', 'there are too many pictures', {
        message: `${words.model} takes fewer pictures than the conversation has: ${said}`,
        hint: 'Restore to before some of them, or start a new session with what is left to do.',
        final: true,
      });
    case 'unfit':
      return words.verdict('attachment_refused', 'a picture was refused', {
        message: `${words.model} refused a picture: ${said}`,
        hint: 'Restore to before the prompt or result with that picture, and attach it smaller or as PNG.',
        final: true,
      });
  }
}
