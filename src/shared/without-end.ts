/** The text without those characters at its end. By hand: an expression for it looks at every run of them in the text again from each of its characters. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
