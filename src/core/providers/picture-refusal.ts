/** Why servers say no to a request with pictures: `blind` models take none, `many` is about all of them together, `unfit` about one. */
export type PictureRefusal = 'blind' | 'many' | 'unfit';

/** How servers say that a model takes no pictures. There is no code for it; the words are from their documents and sources. */
const BLIND = [
  /\b(image|images|image_url|input_image|image input|vision|multi-?modal)\b[^.\n]{0,60}\b(not|n't|only) (be )?(supported|available|enabled|allowed)/i,
  /\b(not|n't) (currently )?(support|accept|allow|handle|have)\b[^.\n]{0,40}\b(image|images|image_url|vision|multi-?modal)\b/i,
  /no endpoints found that support image/i,
  /unknown variant [`'"]?(image_url|input_image|image)\b/i,
  /not an? (multi-?modal|vision)/i,
  /at most 0 images?/i,
  /missing data required for image input/i,
  /content['"`]?\]? must be a string/i,
];

/** How servers say that there are too many pictures. The size of one counts too where there are many. */
const MANY = [
  /\btoo (many|much) (images|pictures|media)\b/i,
  /\bat most [1-9]\d* images?\b/i,
  /\b(up to|maximum( number)? of|limit of|more than|only) [1-9]\d* (images|pictures)\b/i,
  /\bnumber of images\b[^.\n]{0,40}\b(exceeds?|limit|maximum)\b/i,
  /\bmany-image requests\b/i,
  /\blimit-mm-per-prompt\b/i,
];

const ABOUT_ONE = /\b(image|picture)/i;
const UNFIT =
  /\b(formats?|media.?type|mime|sizes?|dimensions?|pixels?|bytes|too (large|big|many|small)|exceeds?|maximum|process|decode|corrupt)\b/i;

/** Of what a server said, on one line. Undefined when it is about something else. */
export function pictureRefusal(said: string): PictureRefusal | undefined {
  if (MANY.some((words) => words.test(said))) return 'many';
  if (ABOUT_ONE.test(said) && UNFIT.test(said) && !/at most 0 images?/i.test(said)) return 'unfit';
  return BLIND.some((words) => words.test(said)) ? 'blind' : undefined;
}
