import { expect, it } from 'vitest';
import { fromBrowser, toBrowser } from './origins.ts';

const schemes = new Set(['app']);

it.each([
  ['app://steiner/index.html', 'https://steiner.app.invalid/index.html'],
  ['app://steiner/a%20b.js?x=1#part', 'https://steiner.app.invalid/a%20b.js?x=1#part'],
])('shows %s as %s, and back', (own, shown) => {
  expect([toBrowser(own, schemes), fromBrowser(shown, schemes)]).toEqual([shown, own]);
});

it('leaves other addresses as they are', () => {
  expect(toBrowser('https://example.com/', schemes)).toBe('https://example.com/');
});

it.each([
  'https://example.com/',
  'http://steiner.app.invalid/',
  'https://steiner.app.invalid:8443/',
  'https://steiner.other.invalid/',
  'https://app.invalid/',
  'https://steiner.app.invalid.example.com/',
  'about:blank',
  '',
])('takes %s for none of the app’s', (address) => {
  expect(fromBrowser(address, schemes)).toBeUndefined();
});
