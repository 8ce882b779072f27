import { useRef } from 'react';
import { useView } from '../../hooks/app-context.ts';

/**
 * Walks the prompts of this session. It starts in an empty box, and goes on while the box holds the prompt it put there.
 * Answers whether it took the key.
 */
export function usePromptHistory(text: string, change: (text: string) => void): (towards: 'older' | 'newer') => boolean {
  const items = useView((view) => view.items);
  const steps = useRef(0);
  return (towards) => {
    const prompts = items.flatMap((item) => (item.kind === 'user' && item.origin !== 'notice' ? [item.text] : [])).reverse();
    const shown = steps.current === 0 ? '' : prompts[steps.current - 1];
    if (text !== shown) {
      steps.current = 0;
      if (text !== '') return false;
    }
    const next = steps.current + (towards === 'older' ? 1 : -1);
    if (next < 0 || next > prompts.length) return false;
    steps.current = next;
    change(next === 0 ? '' : (prompts[next - 1] ?? ''));
    return true;
  };
}
