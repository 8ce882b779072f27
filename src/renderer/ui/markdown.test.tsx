// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LinkProvider, Markdown } from './markdown.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

afterEach(() => {
  document.body.replaceChildren();
});

function show(text: string, { streaming = false, follow = (_: string) => {} } = {}): HTMLElement {
  const page = document.body.appendChild(document.createElement('div'));
  act(() =>
    createRoot(page).render(
      <LinkProvider value={follow}>
        <Markdown text={text} streaming={streaming} />
      </LinkProvider>,
    ),
  );
  return page;
}

test('HTML of a model is text, whatever it holds', () => {
  const page = show(
    'Look: <b>bold</b> <img src=x onerror="alert(1)">\n\n<script>alert(1)</script>\n\n<iframe src="https://example.org"></iframe>',
  );
  expect(page.querySelectorAll('b, img, script, iframe')).toHaveLength(0);
  expect(page.textContent).toContain('<b>bold</b>');
  expect(page.textContent).toContain('<script>alert(1)</script>');
});

test('what the parser cannot take is shown as it is', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const text = `${'> '.repeat(20_000)}deep`;
  expect(show(text).textContent).toBe(text);
  told.mockRestore();
});

test('of a text that no model writes the beginning is shown, and how much is missing', () => {
  const page = show('*word* '.repeat(300_000));
  expect(page.querySelector('em')).toBeNull();
  expect(page.textContent).toMatch(/^(\*word\* )+.*100000 more characters are not shown/);
});

test('images are named, never loaded', () => {
  const page = show('![a chart](https://example.org/chart.png)');
  expect(page.querySelector('img')).toBeNull();
  expect(page.querySelector('a')?.textContent).toBe('Image: a chart');
});

test('only web and mail links open, and through the app', () => {
  const followed: string[] = [];
  const text =
    '[web](https://example.org/a) [mail](mailto:a@example.org) [script](javascript:alert(1)) [file](file:///etc/passwd) [here](src/a.ts)';
  const page = show(text, { follow: (url) => followed.push(url) });
  for (const link of page.querySelectorAll('a')) link.click();
  expect(followed).toEqual(['https://example.org/a', 'mailto:a@example.org']);
});

test('syntax that is still open while text arrives is closed for the eye', () => {
  const page = show('It is **almost', { streaming: true });
  expect(page.querySelector('strong')?.textContent).toBe('almost');
});

test('code of an open fence shows as it grows', () => {
  const page = show('```ts\nconst a = 1;\nconst b', { streaming: true });
  expect(page.querySelector('pre')?.textContent).toBe('const a = 1;\nconst b');
});
