/** The text as a sentence of its own, so that others can follow it: it begins with a capital letter and ends with a stop. */
export function sentence(text: string): string {
  const plain = text.trim();
  const stopped = plain === '' || /[.!?…]["”’)]?$/.test(plain) ? plain : `${plain}.`;
  return stopped.charAt(0).toUpperCase() + stopped.slice(1);
}
