import { expect, it } from 'vitest';
import { isOutsideAddress } from './outside-address.ts';

it.each(['https://example.com/a', 'http://example.com', 'mailto:a@example.com'])('hands %s to the desktop', (address) => {
  expect(isOutsideAddress(address)).toBe(true);
});

it.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,a',
  'app://steiner/',
  'steiner://open',
  'smb://host/share',
  'no address',
  '',
])('keeps %s inside', (address) => {
  expect(isOutsideAddress(address)).toBe(false);
});
