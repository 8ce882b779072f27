import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balances, settle } from '../src/settle.js';

const expenses = [
  { who: 'Ana', cents: 600, what: 'lunch' },
  { who: 'Bruno', cents: 200, what: 'coffee' },
];

test('balances compare what was paid with what is owed', () => {
  assert.deepEqual(balances(expenses), [
    { who: 'Ana', paid: 600, owes: 400, balance: 200 },
    { who: 'Bruno', paid: 200, owes: 400, balance: -200 },
  ]);
});

test('the largest debt is paid to the largest creditor', () => {
  const rows = [{ who: 'Ana', balance: 500 }, { who: 'Bruno', balance: -700 }, { who: 'Chloé', balance: 200 }];
  assert.deepEqual(settle(rows), [
    { from: 'Bruno', to: 'Ana', cents: 500 },
    { from: 'Bruno', to: 'Chloé', cents: 200 },
  ]);
});
