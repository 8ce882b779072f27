import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpenses, peopleOf } from '../src/expenses.js';

test('expenses are read line by line, comments skipped', () => {
  assert.deepEqual(parseExpenses('# trip\nAna, 12.50, bread, wine\n\nBruno, 3, tram\n'), [
    { who: 'Ana', cents: 1250, what: 'bread, wine' },
    { who: 'Bruno', cents: 300, what: 'tram' },
  ]);
});

test('a line that cannot be read names its number', () => {
  assert.throws(() => parseExpenses('Ana, 1, tea\nBruno'), /line 2/);
});

test('people come in the order they first paid', () => {
  const expenses = parseExpenses('Bruno, 1, a\nAna, 1, b\nBruno, 1, c');
  assert.deepEqual(peopleOf(expenses), ['Bruno', 'Ana']);
});
