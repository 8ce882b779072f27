// @vitest-environment happy-dom

import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLookedAt } from './use-looked-at.ts';

const MINUTE = 60_000;

let root: Root;
let looks = 0;
let now = 0;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  looks = 0;
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Card() {
  const card = useRef<HTMLElement>(null);
  useLookedAt(card, () => {
    looks += 1;
  });
  return <article ref={card} tabIndex={-1} />;
}

function show(focused: boolean): HTMLElement {
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused);
  root = createRoot(document.body);
  act(() => root.render(<Card />));
  return document.querySelector('article') ?? document.body;
}

test('a question is looked at when it appears and when it is pointed at, but told of only now and then', () => {
  const card = show(true);
  for (const passed of [1, MINUTE, MINUTE + 1]) {
    now = passed;
    card.dispatchEvent(new Event('pointermove'));
  }
  expect(looks).toBe(2);
});

test('a window that nobody works in looks at nothing, until it is turned to', () => {
  show(false);
  expect(looks).toBe(0);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => true);
  window.dispatchEvent(new Event('focus'));
  expect(looks).toBe(1);
});
