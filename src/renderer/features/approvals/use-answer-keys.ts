import { useEffect, useRef } from 'react';
import { useApp } from '../../hooks/app-context.ts';
import { isTyping } from './typing.ts';

/** Takes the focus when the person jumped here. */
export function useFocusOnDemand(card: React.RefObject<HTMLElement | null>, id: string): void {
  const asked = useApp((state) => state.focus?.target === 'approval' && state.focus.approval === id);
  useEffect(() => {
    if (asked) card.current?.focus();
  }, [asked, card]);
}

/** The first question of the session answers to its keys wherever the person is not writing. */
export function useAnswerKeys(id: string, actions: Readonly<Record<string, () => void>>): void {
  const first = useApp((state) => (state.current === null ? undefined : state.open[state.current]?.view.waiting[0]?.id) === id);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!first) return;
    const listen = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.defaultPrevented;
      const key = event.key.toLowerCase();
      if (!plain || !Object.hasOwn(latest.current, key) || isTyping(event.target)) return;
      event.preventDefault();
      latest.current[key]?.();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [first]);
}
