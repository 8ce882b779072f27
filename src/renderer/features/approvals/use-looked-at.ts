import { useEffect, useRef } from 'react';

/** How often it is told at most, milliseconds: far below the shortest time that a question is likely to have. */
const AT_MOST_EVERY = 15_000;

/** Tells when a question comes before the eyes of a person: it appears or the window is turned to, or something is typed or pointed at on it. */
export function useLookedAt(card: React.RefObject<HTMLElement | null>, look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const element = card.current;
    let told = Number.NEGATIVE_INFINITY;
    const tell = () => {
      if (!document.hasFocus() || performance.now() - told < AT_MOST_EVERY) return;
      told = performance.now();
      latest.current();
    };
    tell();
    window.addEventListener('focus', tell);
    for (const kind of ON_CARD) element?.addEventListener(kind, tell);
    return () => {
      window.removeEventListener('focus', tell);
      for (const kind of ON_CARD) element?.removeEventListener(kind, tell);
    };
  }, [card]);
}

const ON_CARD = ['keydown', 'pointermove', 'wheel', 'focusin'] as const;
