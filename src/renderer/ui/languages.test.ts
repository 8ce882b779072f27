// @vitest-environment happy-dom

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import highlighter from './highlighter.json';
import { languageOfFence, languageOfFile } from './languages.ts';

test.each([
  ['src/app.ts', 'typescript'],
  ['Dockerfile', 'docker'],
  ['include/list.h', 'cpp'],
  ['deploy.yml', 'yaml'],
  ['notes.rs', 'rust'],
  ['old/module.abap', 'text'],
  ['LICENSE', 'text'],
])('a file is coloured by its name: %s', (path, language) => {
  expect(languageOfFile(path)).toBe(language);
});

test.each([
  ['sh', 'shellscript'],
  ['Python', 'python'],
  ['py', 'python'],
  ['c++', 'cpp'],
  ['constructor', 'text'],
  ['brainfuck', 'text'],
])('a fence is coloured by what it names: %s', (name, language) => {
  expect(languageOfFence(name)).toBe(language);
});

test('every language in the bundle has a grammar', () => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('shiki'));
  expect(highlighter.languages.filter((name) => !existsSync(resolve(`@shikijs/langs/${name}`)))).toEqual([]);
});
