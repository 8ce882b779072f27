import { type RefObject, useLayoutEffect } from 'react';
import { useCommands } from '../hooks/app-context.ts';

const ROOT_PX = 16;

/** Widths in unzoomed pixels below which a panel lies over the transcript. */
const INSPECTOR_BESIDE = 1_100;
const SIDEBAR_BESIDE = 800;

/** Watches how wide the window is, measured in its own letters, so that zoom counts like a narrow window. */
export function useOverlays(shell: RefObject<HTMLElement | null>): void {
  const { setOverlays } = useCommands();
  useLayoutEffect(() => {
    const element = shell.current;
    if (element === null) return;
    const measure = () => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_PX;
      const width = element.clientWidth / scale;
      setOverlays({ sidebar: width < SIDEBAR_BESIDE, inspector: width < INSPECTOR_BESIDE });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const zoom = new MutationObserver(measure);
    zoom.observe(document.documentElement, { attributeFilter: ['style'] });
    return () => {
      observer.disconnect();
      zoom.disconnect();
    };
  }, [shell, setOverlays]);
}
