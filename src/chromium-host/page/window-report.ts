import type { WindowReport } from '../wire/messages.ts';

/** Tells the host what only the page can see: size, focus and colour scheme. */
export function reportWindow(post: (report: WindowReport) => void): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const report = (kind: WindowReport['kind']) => {
    const bounds = { x: window.screenX, y: window.screenY, width: window.outerWidth, height: window.outerHeight };
    post({ kind, bounds, dark: dark.matches, focused: document.hasFocus() });
  };
  for (const kind of ['focus', 'blur', 'resize'] as const) window.addEventListener(kind, (event) => event.isTrusted && report(kind));
  dark.addEventListener('change', () => report('scheme'));
  report('start');
}
