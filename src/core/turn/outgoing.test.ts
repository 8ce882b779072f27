import { expect, test } from 'vitest';
import type { MessageId } from '../../shared/ids.ts';
import type { Message } from '../../shared/messages.ts';
import { outgoing } from './outgoing.ts';

test('a message that was sent before is the same object again, also one to which the engine added something', () => {
  const plain: Message = { role: 'user', id: 'a' as MessageId, origin: 'prompt', text: 'One.' };
  const noticed: Message = { ...plain, id: 'b' as MessageId, text: 'Two.', notice: 'Plan mode.' };
  const before = outgoing([plain], [noticed]);
  const after = outgoing([plain], [noticed, plain]);
  expect(after.map((message, index) => message === before[index])).toEqual([true, true, false]);
  expect(JSON.stringify(after[1])).toContain('Plan mode.');
});
