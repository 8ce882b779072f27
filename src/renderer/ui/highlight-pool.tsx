import { WorkerPoolContext } from '@pierre/diffs/react';
import { getOrCreateWorkerPoolSingleton } from '@pierre/diffs/worker';
import type { ReactNode } from 'react';
import highlighter from './highlighter.json';
import { adoptShadowStyles } from './shadow-styles.ts';

/** The bundle holds these two themes and no other. */
export const CODE_THEME = highlighter.themes;

/**
 * Laid over the style of the view: a scroll bar like those of the page, there only when something overflows, the focus, and one line between the sides
 * of a split diff.
 */
export const SURFACE_CSS = `
  [data-code] {
    overflow-x: auto;
    padding-block: var(--diffs-gap-block);
  }
  [data-code]:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
  [data-code]::-webkit-scrollbar {
    height: 0.625rem;
  }
  [data-code]::-webkit-scrollbar-thumb,
  :host(:hover) [data-code]::-webkit-scrollbar-thumb {
    border: 0.1875rem solid transparent;
    border-radius: 0.3125rem;
    background: var(--line-strong) content-box;
  }
  [data-diff-type='split'] [data-deletions] {
    border-right: 0;
  }
  [data-diff-type='split'] [data-additions] {
    border-left: 1px solid var(--line);
  }
`;

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
