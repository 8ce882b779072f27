import { expect, it } from 'vitest';
import { slashMatches, typedSlash } from './slash.ts';

it('takes a known command with what follows it, and everything else as a prompt', () => {
  expect([typedSlash('/compact'), typedSlash(' /compact  the tests\nand types '), typedSlash('/etc/hosts'), typedSlash('compact')]).toEqual(
    [{ name: 'compact', argument: '' }, { name: 'compact', argument: 'the tests\nand types' }, undefined, undefined],
  );
});

it('offers what a text may become while it is typed', () => {
  const names = ['/', '/com', '/compact x', '/comp x', '/x', 'see /compact'].map((text) => slashMatches(text).map(({ name }) => name));
  expect(names).toEqual([['compact'], ['compact'], ['compact'], [], [], []]);
});
