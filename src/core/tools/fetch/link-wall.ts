const MIN_CHARACTERS = 100;
const MAX_PROSE_LINES = 5;
const PROSE_CHARACTERS = 20;

/** Whether a page is mostly links: an overview, or navigation around something that was not sent. */
export function isLinkWall(markdown: string): boolean {
  const all = visible(markdown);
  const prose = withoutLinks(markdown);
  if (all < MIN_CHARACTERS || all - visible(prose) <= all / 2) return false;
  return prose.split('\n').filter((line) => visible(line) >= PROSE_CHARACTERS).length <= MAX_PROSE_LINES;
}

/** The Markdown without `[words](address)` and `![words](address)`. Looks at each character a fixed number of times: pages are anybody's. */
export function withoutLinks(markdown: string): string {
  const kept: string[] = [];
  let done = 0;
  let at = 0;
  for (;;) {
    const open = markdown.indexOf('[', at);
    const middle = open < 0 ? -1 : markdown.indexOf(']', open);
    if (middle < 0) break;
    // Whatever opens between the two closes at the same place.
    at = middle + 1;
    if (markdown[at] !== '(') continue;
    const end = markdown.indexOf(')', at);
    if (end < 0) break;
    kept.push(markdown.slice(done, open > done && markdown[open - 1] === '!' ? open - 1 : open));
    done = end + 1;
    at = done;
  }
  return kept.join('') + markdown.slice(done);
}

function visible(text: string): number {
  return text.replace(/\s+/g, '').length;
}
