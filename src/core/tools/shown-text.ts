/**
 * How the text of a file is shown to a model, and what a model means that writes it back: a control character, which would be taken out of an answer, is shown as
 * `‹U+000C›`. What already looks like that in the file is shown with its `‹` as `‹U+2039›`, so every text has one form, and each form one text.
 */
const SHOWN = /(?![\t\n\r])\p{Cc}|‹(?=U\+(?:00[01][0-9A-F]|007F|00[89][0-9A-F]|2039)›)/gu;
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
const MARK = /‹U\+(00[01][0-9A-F]|007F|00[89][0-9A-F]|2039)›/g;
const LONGEST_MARK = 8;

/** The text with what could not be shown spelled out. */
export function shownText(text: string): string {
  return text.replace(SHOWN, (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`);
}

/** The text that is shown as `shown`. */
export function meantText(shown: string): string {
  return shown.includes('‹U+') ? shown.replace(MARK, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : shown;
}

/** Control characters of which the texts hold more afterwards, as they are shown, each once. */
export function addedControls(before: readonly string[], after: readonly string[]): readonly string[] {
  const [was, is] = [controlsIn(before), controlsIn(after)];
  return [...is].filter(([character, count]) => count > (was.get(character) ?? 0)).map(([character]) => shownText(character));
}

function controlsIn(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [character] of texts.flatMap((text) => [...text.matchAll(CONTROL)])) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** What was shown and then cut, less a mark that the cut went through. */
export function withoutCutMark(shown: string): string {
  const open = shown.lastIndexOf('‹');
  return open >= 0 && shown.length - open < LONGEST_MARK && !shown.includes('›', open) ? shown.slice(0, open) : shown;
}
