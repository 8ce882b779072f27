import { expect, it } from 'vitest';
import type { SkillEntry } from '../../shared/skills.ts';
import { completeSlash, slashMatches, typedSlash } from './slash.ts';

const skill = (name: string, rest: Partial<SkillEntry> = {}): SkillEntry => ({
  ...{ name, description: `Does ${name}.`, origin: 'user', path: `/s/${name}`, bytes: 1, mode: 'build' },
  ...rest,
});
const SKILLS = [
  skill('tidy', { argument: '[base]' }),
  skill('tidy', { origin: 'bundled', shadowedBy: 'user' }),
  skill('consider-it'),
  skill('bad', { fault: 'No.' }),
];

it('takes a known command with what follows it, and everything else as a prompt', () => {
  const typed = ['/compact', ' /compact  the tests\nand types ', '/context', '/etc/hosts', '/tidy', 'compact'].map(typedSlash);
  expect(typed).toEqual([
    { name: 'compact', argument: '' },
    { name: 'compact', argument: 'the tests\nand types' },
    { name: 'context', argument: '' },
    undefined,
    undefined,
    undefined,
  ]);
});

it('offers commands and the skills that can be used while a name is typed, and what one is for while arguments are', () => {
  const texts = ['/', '/co', '/tidy x', '/compact x', '/comp x', '/bad', 'see /compact'];
  expect(texts.map((text) => slashMatches(text, SKILLS).map(({ name }) => name))).toEqual([
    ['compact', 'context', 'mode', 'orchestration', 'skills', 'tidy', 'consider-it'],
    ['compact', 'context', 'consider-it'],
    ['tidy'],
    ['compact'],
    [],
    [],
    [],
  ]);
});

it('puts the name in full, with room for what may follow', () => {
  const [tidy, other] = slashMatches('/', SKILLS).slice(5);
  expect([tidy && completeSlash(tidy), other && completeSlash(other)]).toEqual(['/tidy ', '/consider-it']);
});
