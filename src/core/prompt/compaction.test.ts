import { expect, it } from 'vitest';
import { compactionInstruction } from './compaction.ts';

it('asks for what the model, the style and the person want, in that order', () => {
  const parts = (text: string) => text.split('\n\n').map((part) => part.slice(0, 24));
  const asked = { stage: 'emergency', room: 400, override: 'Sum it up.', terse: true, focus: 'the tests' } as const;
  expect(parts(compactionInstruction(asked))).toEqual([
    'Sum it up.',
    'There is little room: ke',
    'Write each point as key=',
    'Write at most 300 words.',
    'The user asks you to kee',
  ]);
  expect(compactionInstruction({ stage: 'normal', room: 10 })).toMatch(
    /^The conversation has grown.*## Task.*## Preferences.*Write at most 100 words\.$/s,
  );
});
