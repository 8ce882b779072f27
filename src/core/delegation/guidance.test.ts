import { expect, it } from 'vitest';
import { AGENT_TYPES as PROFILE_TYPES } from '../config/role-settings.ts';
import { AGENT_TYPES, typesFor } from './agent-types.ts';
import { checkpoints, childPrompt } from './child-prompt.ts';
import { delegationGuidance } from './guidance.ts';

const MUTATING = ['mutate', 'apply_patch', 'sub_agent', 'follow_up', 'workflow_handoff', 'display_file'];

it('lists in the roster exactly the types that can be started, in order', () => {
  const types = typesFor(new Set(['web_search']));
  for (const level of ['standard', 'low'] as const) {
    const rows = [...delegationGuidance(level, types).matchAll(/^\| ([a-z_]+) \| (.+) \| (.+) \|$/gm)].map(([, name]) => name);
    expect(rows).toEqual(['type', ...types.map(({ name }) => name)]);
  }
});

it('has no research where there is nothing to search with', () => {
  expect(typesFor(new Set(['bash'])).map(({ name }) => name)).toEqual(['explore', 'evaluate', 'sanity_check', 'review']);
});

it('drops leading and handing out at the level low, and keeps roster and briefing word for word', () => {
  const [standard, low] = (['standard', 'low'] as const).map((level) => delegationGuidance(level, AGENT_TYPES));
  expect(standard?.endsWith(low ?? '')).toBe(true);
  expect(standard?.match(/^# .+$/gm)).toEqual(['# Leading the work', '# Handing out by default', '# Children', '# Briefing a child']);
  expect(low?.match(/^# .+$/gm)).toEqual(['# Children', '# Briefing a child']);
});

it('gives no child a tool that writes files or starts children, and each type a model role', () => {
  for (const { name, tools } of AGENT_TYPES) {
    expect(tools.filter((tool) => MUTATING.includes(tool))).toEqual([]);
    expect(PROFILE_TYPES).toContain(name);
  }
});

it('tells each type of child what it may write', () => {
  const told = AGENT_TYPES.map((type) => [type.name, childPrompt(type).includes('the project cannot be written')]);
  expect(told).toEqual([
    ['explore', true],
    ['research', true],
    ['evaluate', true],
    ['sanity_check', false],
    ['review', true],
  ]);
  const commands = AGENT_TYPES.filter((type) => childPrompt(type).includes('only plans, the project is read-only for them too'));
  expect(commands.map(({ name }) => name)).toEqual(['sanity_check']);
});

it('reminds at 50, 75 and 90 % of the limit, the last time to stop', () => {
  expect([...checkpoints(120)].map(([at, text]) => [at, text.includes('Stop looking')])).toEqual([
    [60, false],
    [90, false],
    [108, true],
  ]);
  expect([...checkpoints(15)]).toEqual([
    [7, '[7 of 15 requests are made, 8 are left. Head for the answer: drop what is not needed for the deliverable.]'],
    [11, '[11 of 15 requests are made, 4 are left. Head for the answer: drop what is not needed for the deliverable.]'],
    [13, '[13 of 15 requests are made, 2 are left. Stop looking: give your answer now, with what is missing named.]'],
  ]);
});
