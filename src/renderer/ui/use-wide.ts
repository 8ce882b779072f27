import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is at least so many rem wide, now and whenever its width or the zoom changes. */
export function useWide(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => {
      const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setWide(watched.clientWidth >= rem * unit);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, rem]);
  return wide;
}
