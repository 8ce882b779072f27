import { expect, test } from 'vitest';
import { promptTooLong } from './prompt-limit.ts';
import { sentence } from './sentence.ts';

test.each([
  ['the connection was refused', 'The connection was refused.'],
  ['HTTP 503', 'HTTP 503.'],
  ['Is it running?', 'Is it running?'],
  ['it said “stop.”', 'It said “stop.”'],
  [' ends… ', 'Ends…'],
  ['', ''],
])('%j is said as %j', (text, said) => expect(sentence(text)).toBe(said));

test('a prompt that is too long is told with its length and the way out', () => {
  expect(promptTooLong('x'.repeat(1_000_000))).toBe(undefined);
  expect(promptTooLong('x'.repeat(1_000_001))?.message).toBe('The prompt has 1,000,001 characters; 1,000,000 is the most.');
});
