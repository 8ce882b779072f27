import { useEffect, useRef } from 'react';
import { useApp } from '../../hooks/app-context.ts';
import { firstQuestion } from '../../store/attention.ts';
import { isTyping } from './typing.ts';

/** Frames in which the list shows a row that is new to it. */
const SHOWN_WITHIN = 30;

/** Takes the focus when the person jumped here: once the row is shown, since the list hides it until it is measured. */
export function useFocusOnDemand(card: React.RefObject<HTMLElement | null>, id: string): void {
  const asked = useApp((state) => state.focus?.target === 'approval' && state.focus.approval === id);
  useEffect(() => {
    if (!asked) return;
    let frame = 0;
    const take = (left: number) => {
      card.current?.focus();
      if (left > 0 && document.activeElement !== card.current) frame = requestAnimationFrame(() => take(left - 1));
    };
    take(SHOWN_WITHIN);
    return () => cancelAnimationFrame(frame);
  }, [asked, card]);
}

/** The first question of the session on screen answers to its keys wherever the person is not writing. */
export function useAnswerKeys(id: string, actions: Readonly<Record<string, () => void>>): void {
  const first = useApp((state) => firstQuestion(state)?.id === id);
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
