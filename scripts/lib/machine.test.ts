import { expect, it } from 'vitest';
import { installLine, missing, NEEDS } from './machine.mjs';

it('is content with any one of the programs that serve a need', () => {
  const present = new Set(['git', 'google-chrome']);
  const find = (program: string) => (present.has(program) ? `/usr/bin/${program}` : undefined);
  expect(missing(Object.values(NEEDS), find)).toEqual([NEEDS.sandbox, NEEDS.display, NEEDS.bus]);
});

it('gives one line that installs all of it', () => {
  const needs = [NEEDS.sandbox, NEEDS.browser];
  expect([installLine(needs, { root: true }), installLine(needs, { root: false })]).toEqual([
    'apt-get update && apt-get install -y --no-install-recommends bubblewrap chromium fonts-liberation',
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends bubblewrap chromium fonts-liberation',
  ]);
});
