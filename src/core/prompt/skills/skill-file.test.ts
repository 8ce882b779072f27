import { expect, it } from 'vitest';
import { parseSkill } from './skill-file.ts';

const file = (head: string, body = 'Do it.\n') => `---\n${head}\n---\n${body}`;
const whole = 'name: tidy\ndescription: Tidies up.';

it('takes the front matter apart and leaves the instructions as they are', () => {
  const text =
    '\uFEFF---\r\nname: tidy\r\ndescription: >\r\n  Tidies\r\n  up.\r\nargument-hint: "[base]"\r\nmode: plan\r\n---\r\n\r\n# Do\r\n---\r\nend  ';
  expect(parseSkill(text, 'tidy')).toEqual({
    ok: true,
    value: { description: 'Tidies up.', argument: '[base]', mode: 'plan', body: '\r\n# Do\r\n---\r\nend  ' },
  });
});

it('switches to build unless it says otherwise, and passes over keys of other programs', () => {
  expect(parseSkill(file(`${whole}\nlicense: MIT\nmodel: big\nallowed-tools: [Read]\ndate: 2026`), 'tidy')).toEqual({
    ok: true,
    value: { description: 'Tidies up.', mode: 'build', body: 'Do it.\n' },
  });
});

it.each([
  ['no front matter', 'Do it.', /^It must begin with front matter/],
  ['front matter that never ends', '---\nname: tidy\n', /^It must begin with front matter/],
  ['YAML that is none', file('name: [tidy'), /^Its front matter is no valid YAML: .+\.$/],
  ['a list', file('- tidy'), 'Its front matter must be keys with values.'],
  ['no description', file('name: tidy'), 'Its front matter has no "description".'],
  ['a misspelt key', file('name: tidy\ndescripton: Tidies.'), 'Its front matter has no "description". There is "descripton" instead.'],
  [
    'an optional key in other letters',
    file(`${whole}\nargument_hint: x`),
    'Its front matter has no "argument-hint". There is "argument_hint" instead.',
  ],
  ['an empty description', file('name: tidy\ndescription: " "'), 'In its front matter "description" must not be empty.'],
  ['a name that is a number', file('name: 7\ndescription: d'), 'In its front matter "name" must be a text.'],
  ['a mode that is none', file(`${whole}\nmode: write`), 'In its front matter "mode" must be plan, build or keep.'],
  ['another name', file('name: neat\ndescription: d'), 'Its name is "neat", but its folder is called "tidy"; both must be the same.'],
  ['no instructions', file(whole, ' \n'), 'There are no instructions after the front matter.'],
])('says what is wrong with %s', (_what, text, fault) => {
  const parsed = parseSkill(text, 'tidy');
  expect(parsed).toEqual({ ok: false, error: typeof fault === 'string' ? fault : expect.stringMatching(fault) });
});

it.each([
  ['Tidy_Up', /cannot be typed after a slash/],
  ['tidy--up', /cannot be typed after a slash/],
  ['compact', /belongs to a command of Steiner/],
])('refuses the name %s', (name, fault) => {
  expect(parseSkill(file(`name: ${name}\ndescription: d`), name)).toEqual({ ok: false, error: expect.stringMatching(fault) });
});
