import { useRef } from 'react';
import { useApp } from '../../hooks/app-context.ts';

/** Where the caret stands in the box. */
export interface Caret {
  readonly start: number;
  readonly end: number;
}

/**
 * Walks the prompts of this project: Up from the first line, Down from the last. What was being typed is kept, and comes back below the newest prompt.
 * A prompt that is changed becomes what is being typed. Answers whether it took the key.
 */
export function usePromptHistory(text: string, change: (text: string) => void): (towards: 'older' | 'newer', caret: Caret) => boolean {
  const history = useApp((state) => state.prompts.history);
  const place = useRef({ steps: 0, typed: '' });
  return (towards, caret) => {
    if (!atEdge(text, towards, caret)) return false;
    const { steps, typed } = place.current;
    const shown = steps === 0 ? undefined : history[steps - 1];
    const from = text === shown ? { steps, typed } : { steps: 0, typed: text };
    const next = from.steps + (towards === 'older' ? 1 : -1);
    const recalled = next === 0 ? from.typed : history[next - 1];
    if (next < 0 || recalled === undefined) return false;
    place.current = { steps: next, typed: from.typed };
    change(recalled);
    return true;
  };
}

/** A selection is the person's own business. */
export function atEdge(text: string, towards: 'older' | 'newer', { start, end }: Caret): boolean {
  if (start !== end) return false;
  return towards === 'older' ? !text.slice(0, start).includes('\n') : !text.slice(end).includes('\n');
}
