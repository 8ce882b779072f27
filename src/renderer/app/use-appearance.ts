import { useLayoutEffect } from 'react';
import { useApp } from '../hooks/app-context.ts';

const ROOT_PX = 16;

/** Puts theme and zoom on the page: the root's attribute picks the colours, its font size scales everything. */
export function useAppearance(): void {
  const { theme, zoom } = useApp((state) => state.appearance);
  useLayoutEffect(() => {
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.style.fontSize = `${ROOT_PX * zoom}px`;
  }, [theme, zoom]);
}
