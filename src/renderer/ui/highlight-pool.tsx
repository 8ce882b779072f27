import { WorkerPoolContext } from '@pierre/diffs/react';
import { getOrCreateWorkerPoolSingleton } from '@pierre/diffs/worker';
import type { ReactNode } from 'react';
import { adoptShadowStyles } from './shadow-styles.ts';

export const CODE_THEME = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } as const;

/** Makes what scrolls sideways reachable by keyboard. */
export function makeScrollable(surface: HTMLElement): void {
  for (const code of surface.shadowRoot?.querySelectorAll('code') ?? []) code.tabIndex = 0;
}

const WORKERS = 2;

function startWorker(): Worker {
  return new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Highlighting for what lies inside, in workers that start with the first code shown and stay for the life of the window.
 * The JavaScript regex engine is used because the page may not compile WebAssembly.
 */
export function HighlightPool({ children }: { readonly children: ReactNode }) {
  adoptShadowStyles();
  const pool = getOrCreateWorkerPoolSingleton({
    poolOptions: { workerFactory: startWorker, poolSize: WORKERS },
    highlighterOptions: { theme: CODE_THEME, preferredHighlighter: 'shiki-js', lineDiffType: 'word' },
  });
  return <WorkerPoolContext.Provider value={pool}>{children}</WorkerPoolContext.Provider>;
}
