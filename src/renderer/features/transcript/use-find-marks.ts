import { type RefObject, useEffect } from 'react';

const MOST_MARKS = 500;

/** Marks the words that were looked for, in what is drawn right now. `moment` changes when that may have changed. */
export function useFindMarks(root: RefObject<HTMLElement | null>, query: string, moment: unknown): void {
  useEffect(() => {
    if (moment === undefined || query.trim() === '' || root.current === null) return;
    const element = root.current;
    const frame = requestAnimationFrame(() => CSS.highlights.set('found', new Highlight(...rangesOf(element, query.trim().toLowerCase()))));
    return () => {
      cancelAnimationFrame(frame);
      CSS.highlights.delete('found');
    };
  }, [root, query, moment]);
}

function rangesOf(root: HTMLElement, needle: string): readonly Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST_MARKS; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? '';
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
