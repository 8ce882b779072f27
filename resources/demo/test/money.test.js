import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, parseAmount } from '../src/money.js';

test('amounts are read as whole cents', () => {
  assert.deepEqual(['12', '12.5', '12.50', '0.07', ' 3.99 '].map(parseAmount), [1200, 1250, 1250, 7, 399]);
});

test('text that is no amount is refused', () => {
  for (const text of ['', '1,50', '-3', '1.234', 'ten']) assert.throws(() => parseAmount(text), /not an amount/);
});

test('cents are printed with two digits', () => {
  assert.deepEqual([0, 7, 399, 120000, -250].map(formatAmount), ['0.00', '0.07', '3.99', '1200.00', '-2.50']);
});
