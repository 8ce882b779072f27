import { expect, test } from 'vitest';
import { endsInTime } from '../testing/bounded-work.ts';
import { faultLines } from './testing/fault-lines.ts';

const NO_NAME = 'a key must be a plain word, or text in quotes.';
const quoted = (name: string) =>
  `not valid YAML: here \${${name}} must be in quotes, as "\${${name}}", because of the braces or brackets around it.`;

test.each([
  ['# mine\nnull: 3\n', `2: : ${NO_NAME}`],
  ['limits:\n  ~: 3\n', `2: limits: ${NO_NAME}`],
  ['limits:\n  : 3\n', `2: limits: ${NO_NAME}`],
  ['\n? [a]\n: 3\n', `2: : ${NO_NAME}`],
  ['limits:\n  ? { a: b }\n  : 3\n', `2: limits: ${NO_NAME}`],
  ['cave_human: &x true\n*x : 3\n', `2: : ${NO_NAME}`],
])('a key that is no name has its line: %j', (text, line) => {
  expect(faultLines(text)).toEqual([line]);
});

test.each([
  ['modes: {}\nlimits: *none\n', '2: limits: nothing above has the anchor &none that *none stands for.'],
  ['limits: *late\nmodes: &late {}\n', '1: limits: nothing above has the anchor &late that *late stands for.'],
  ['tools: &t\n  a: { b: [*t] }\n', '2: tools.a.b.0: *t stands for what it is a part of.'],
])('an alias that stands for nothing, or for itself, has its line: %j', (text, line) => {
  expect(faultLines(text)).toEqual([line]);
});

test.each([
  [`modes: {}\nlimits: { max_turns: \${X}, max_tokens: 4 }\n`, 2, 'X'],
  [`limits: {\n  max_turns: 3,\n  max_tokens: \${NUMBER:-3},\n  max_parallel_tools: 2 }\n`, 3, 'NUMBER'],
  [`sandbox: { allowed_hosts: [a.example, \${HOST}] }\n`, 1, 'HOST'],
  [`providers:\n  a: { type: openai, api_key: x-\${KEY}y }\n`, 2, 'KEY'],
])('a variable between braces is told to be quoted, and nothing that follows from it: %j', (text, line, name) => {
  expect(faultLines(text)).toEqual([`${line}: : ${quoted(name)}`]);
});

test('each broken line is told once', () => {
  expect(faultLines('limits: {max_turns: 3, max_turns: 4, max_turns: 5}\nmodes: {default: a, default: b}\n')).toEqual([
    '1: : not valid YAML: Map keys must be unique',
    '2: : not valid YAML: Map keys must be unique',
  ]);
});

test('many aliases and many broken places take no longer than the text is', () => {
  const aliases = `a: &a x\nb: [${'*a, '.repeat(10_000)}]\n`;
  expect(endsInTime(() => faultLines(aliases))).toEqual([expect.stringMatching(/^2: : not usable YAML: Excessive alias count/)]);
  const broken = `b: [${`\${X}, `.repeat(2_000)}]\n`;
  expect(endsInTime(() => faultLines(broken))).toEqual([`1: : ${quoted('X')}`]);
});
