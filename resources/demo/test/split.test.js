import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitEvenly } from '../src/split.js';

test('an amount that divides evenly gives equal shares', () => {
  assert.deepEqual([...splitEvenly(900, ['Ana', 'Bruno', 'Chloé'])], [['Ana', 300], ['Bruno', 300], ['Chloé', 300]]);
});

test('the shares of an amount always add up to it', () => {
  const shares = splitEvenly(10000, ['Ana', 'Bruno', 'Chloé']);
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
  assert.equal(total, 10000);
});

test('splitting among nobody is an error', () => {
  assert.throws(() => splitEvenly(100, []), /nobody/);
});
