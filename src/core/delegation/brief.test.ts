import { expect, it } from 'vitest';
import { renderBrief, taskOf } from './brief.ts';

const BRIEF = {
  objective: 'Find who calls `open`.',
  context: 'It is in src/store.',
  deliverable: 'A list of path:line.',
  constraints: ['Tests do not count.', 'No guesses.'],
  success_criteria: [],
  checks: ['Every line exists.'],
};

it('renders the six fields in a fixed order, whatever order they came in', () => {
  const { checks, objective, ...rest } = BRIEF;
  const text = renderBrief(BRIEF);
  expect(text).toBe(`# Objective
Find who calls \`open\`.

# Context
It is in src/store.

# Deliverable
A list of path:line.

# Constraints
- Tests do not count.
- No guesses.

# Success criteria
None.

# Checks
- Every line exists.`);
  expect(renderBrief({ checks, ...rest, objective })).toBe(text);
});

it('previews a task on one line of at most 120 characters', () => {
  expect(taskOf({ objective: ' Find\n the  caller ' })).toBe('Find the caller');
  const long = taskOf({ objective: '🙂'.repeat(200) });
  expect([...long]).toHaveLength(120);
  expect(long.endsWith('🙂…')).toBe(true);
});
