/** A letter with its accents is one character, however it was written. */
export function composed(text: string): string {
  // What stands before U+0300 is composed already.
  return /[\u0300-\uffff]/.test(text) ? text.normalize('NFC') : text;
}

/** A run of white space is one space. */
export function oneLine(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Lower case of the same length: a letter of which two would become stays as it is. */
export function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');
}

/** As texts are compared in a search. */
export function foldedText(text: string): string {
  return lowered(oneLine(composed(text)));
}
