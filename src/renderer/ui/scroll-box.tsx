import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A box that scrolls. It takes the focus only when there is something to scroll, so that the keyboard can reach all of it. */
export function ScrollBox({ className, children }: { readonly className?: string | undefined; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
      if (scrolls) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}
