import type { KeptEvent } from '../../../shared/events.ts';
import type { PictureLimits } from '../../providers/provider.ts';
import { grouped, type ShownPicture } from './choose.ts';

type PicturesOmit = Extract<KeptEvent, { type: 'pictures.omit' }>;

export interface Omission {
  /** All that the conversation showed, and what is left out of it now. */
  readonly shown: readonly ShownPicture[];
  readonly omitted: readonly ShownPicture[];
  /** Without: the provider refused a request. */
  readonly limits?: PictureLimits;
}

const HINT = 'They stay in the conversation. The model is told which they are, and can look at each again with its history tool.';

/** `model` is named to the person; `after` are the tokens of the next request. */
export function omitEvent(
  { shown, omitted, limits }: Omission,
  { model, after }: { readonly model: string; readonly after: number },
): PicturesOmit {
  const [few, all] = [omitted.length, shown.length];
  const some = few === all ? countOf(all) : `${few} of ${countOf(all)}`;
  const reason = limits ? `a request to ${model} takes ${limitText(limits)}` : `${model} refused the request with them`;
  return {
    type: 'pictures.omit',
    cause: limits ? 'limit' : 'refused',
    pictures: grouped(omitted),
    after,
    message: `${some} ${few === 1 ? 'is' : 'are'} no longer sent to the model: ${reason}.`,
    hint: HINT,
  };
}

function countOf(pictures: number): string {
  return pictures === 1 ? '1 picture' : `${pictures} pictures`;
}

function limitText({ count, bytes, large }: PictureLimits): string {
  const most = `at most ${count} of ${Math.round(bytes / 1e6)} MB in all`;
  return large ? `${most}, and only ${large.count} when one has more than ${large.side.toLocaleString('en')} pixels a side` : most;
}
