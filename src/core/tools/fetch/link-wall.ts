const LINK = /!?\[[^\]]*\]\([^)]*\)/g;
const MIN_CHARACTERS = 100;
const MAX_PROSE_LINES = 5;
const PROSE_CHARACTERS = 20;

/** Whether a page is mostly links: an overview, or navigation around something that was not sent. */
export function isLinkWall(markdown: string): boolean {
  const all = visible(markdown);
  const prose = markdown.replace(LINK, '');
  if (all < MIN_CHARACTERS || all - visible(prose) <= all / 2) return false;
  return prose.split('\n').filter((line) => visible(line) >= PROSE_CHARACTERS).length <= MAX_PROSE_LINES;
}

function visible(text: string): number {
  return text.replace(/\s+/g, '').length;
}
