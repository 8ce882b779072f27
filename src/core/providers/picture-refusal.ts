/** Why servers say no to a request with pictures: `blind` models take none, `unfit` is about one picture. */
export type PictureRefusal = 'blind' | 'unfit';

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

const ABOUT_ONE = /\b(image|picture)/i;
const UNFIT =
  /\b(formats?|media.?type|mime|sizes?|dimensions?|pixels?|bytes|too (large|big|many|small)|exceeds?|maximum|process|decode|corrupt)\b/i;

/** Of what a server said, on one line. Undefined when it is about something else. */
export function pictureRefusal(said: string): PictureRefusal | undefined {
  if (ABOUT_ONE.test(said) && UNFIT.test(said) && !/at most 0 images?/i.test(said)) return 'unfit';
  return BLIND.some((words) => words.test(said)) ? 'blind' : undefined;
}
