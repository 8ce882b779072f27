// @vitest-environment happy-dom

import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeLeft } from './time-left.tsx';

const NOON = new Date(2026, 10, 3, 12, 0, 0).getTime();
const HOUR = 3_600_000;

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(until: number): () => string {
  root = createRoot(document.body);
  act(() => root.render(<TimeLeft until={until} />));
  return () => document.querySelector('p')?.textContent ?? '';
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('when the question is denied is said with the time that is left, to the second at the end', () => {
  const text = show(NOON + 2 * HOUR);
  expect(text()).toBe('Denied at 14:00 if nobody answers, in 2 h');
  pass(HOUR + 57 * 60_000);
  expect(text()).toBe('Denied at 14:00 if nobody answers, in 3 min');
  pass(2 * 60_000);
  expect(text()).toBe('Denied at 14:00 if nobody answers, in 60 s');
  pass(59_000);
  expect(text()).toBe('Denied at 14:00 if nobody answers, in 1 s');
  pass(1_000);
  expect(text()).toBe('Denied at 14:00 if nobody answers, now');
});

test('no timer runs while the window is hidden, and the time is right once it is seen again', () => {
  const text = show(NOON + 100_000);
  setHidden(true);
  expect(vi.getTimerCount()).toBe(0);
  pass(40_000);
  expect(text()).toBe('Denied at 12:01 if nobody answers, in 100 s');
  setHidden(false);
  expect(text()).toBe('Denied at 12:01 if nobody answers, in 60 s');
  expect(vi.getTimerCount()).toBe(1);
});
