import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { editText, type SettingEdit } from './edit-text.ts';

const FILE = `# How Steiner works for me.

providers:   # accounts
  claude:
    type: anthropic   # the work account
    api_key_env: ANTHROPIC_API_KEY
    headers: { anthropic-beta: "a,b", x: 'y' } # sent always

  # The box under the desk.
  box:
    type: openai_compat
    base_url: "http://box:8080/v1"

limits:
  max_turns: 80   # long refactors

  # Money and time.
  max_tokens: 900000
  tool_timeouts: {bash: 10m}
sandbox:
  allowed_hosts:
    - registry.example.org # packages
    # Only on Mondays.
    - api.example.org
    - "*.example.net"
modes:
budget: {}
# That is all.
`;

function edited(text: string, ...edits: readonly SettingEdit[]): string {
  const result = editText(text, edits);
  if (!result.ok) throw new Error(`cannot edit ${result.error.join('.')}`);
  return result.value;
}

/** Lines that were taken out, and those that came, without their order among the rest. */
function changed(before: string, after: string): { readonly gone: readonly string[]; readonly come: readonly string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

test.each<[string, SettingEdit, readonly string[], readonly string[]]>([
  [
    'a number before a comment',
    { path: ['limits', 'max_turns'], value: 20 },
    ['  max_turns: 80   # long refactors'],
    ['  max_turns: 20   # long refactors'],
  ],
  [
    'a quoted text',
    { path: ['providers', 'box', 'base_url'], value: 'http://b' },
    ['    base_url: "http://box:8080/v1"'],
    ['    base_url: "http://b"'],
  ],
  ['a variable', { path: ['limits', 'max_tokens'], value: `\${MAX}` }, ['  max_tokens: 900000'], [`  max_tokens: \${MAX}`]],
  ['a new key in a map', { path: ['limits', 'max_parallel_tools'], value: 2 }, [], ['  max_parallel_tools: 2']],
  [
    'a new key in a flow map',
    { path: ['limits', 'tool_timeouts', 'ls'], value: '1s' },
    ['  tool_timeouts: {bash: 10m}'],
    ['  tool_timeouts: {bash: 10m, ls: 1s}'],
  ],
  [
    'a new provider',
    { path: ['providers', 'new'], value: { type: 'ollama', timeout: '1m' } },
    [],
    ['  new:', '    type: ollama', '    timeout: 1m'],
  ],
  ['a new section', { path: ['fetch', 'proxy'], value: 'http://p' }, [], ['fetch:', '  proxy: http://p']],
  ['a key below a key without value', { path: ['modes', 'default'], value: 'plan' }, [], ['  default: plan']],
  ['a key in an empty flow map', { path: ['budget', 'per_day'], value: 5 }, ['budget: {}'], ['budget: { per_day: 5 }']],
  [
    'an item behind a list',
    { path: ['sandbox', 'allowed_hosts'], value: ['registry.example.org', 'api.example.org', '*.example.net', 'z'] },
    [],
    ['    - z'],
  ],
  [
    'an item out of a list',
    { path: ['sandbox', 'allowed_hosts'], value: ['registry.example.org', '*.example.net'] },
    ['    - api.example.org'],
    [],
  ],
  [
    'several lines',
    { path: ['models', 'definitions', 'a', 'prompts', 'compaction'], value: 'one\ntwo' },
    [],
    ['models:', '  definitions:', '    a:', '      prompts:', '        compaction: |-', '          one', '          two'],
  ],
  ['nothing, where it says so already', { path: ['limits', 'max_turns'], value: 80 }, [], []],
  ['a setting out', { path: ['limits', 'max_tokens'] }, ['  max_tokens: 900000'], []],
  ['a setting out, whose comment stays', { path: ['limits', 'max_turns'] }, ['  max_turns: 80   # long refactors'], ['  # long refactors']],
  ['the last setting of a flow map out, and the map', { path: ['limits', 'tool_timeouts', 'bash'] }, ['  tool_timeouts: {bash: 10m}'], []],
  [
    'a header out',
    { path: ['providers', 'claude', 'headers', 'x'] },
    [`    headers: { anthropic-beta: "a,b", x: 'y' } # sent always`],
    ['    headers: { anthropic-beta: "a,b" } # sent always'],
  ],
  ['a provider out', { path: ['providers', 'box'] }, ['  box:', '    type: openai_compat', '    base_url: "http://box:8080/v1"'], []],
])('%s', (_what, edit, gone, come) => {
  const after = edited(FILE, edit);
  expect(changed(FILE, after)).toEqual({ gone, come });
});

test('a map that is left with comments alone stays as an empty one', () => {
  expect(edited('sandbox:\n  # keep\n  enabled: true\nmodes: { default: plan }\n', { path: ['sandbox', 'enabled'] })).toBe(
    'sandbox: {}\n  # keep\nmodes: { default: plan }\n',
  );
});

test('a file without anything, with comments alone, or without a last line end takes a setting', () => {
  const edit = { path: ['modes', 'default'], value: 'plan' };
  expect(['', '# mine\n', '# mine', 'limits:\n  max_turns: 3'].map((text) => edited(text, edit))).toEqual([
    'modes:\n  default: plan\n',
    '# mine\nmodes:\n  default: plan\n',
    '# mine\nmodes:\n  default: plan\n',
    'limits:\n  max_turns: 3\nmodes:\n  default: plan\n',
  ]);
});

test('line ends of Windows and a byte order mark stay', () => {
  expect(edited('\uFEFFlimits:\r\n  max_turns: 3 # a\r\n', { path: ['limits', 'max_turns'], value: 4 })).toBe(
    '\uFEFFlimits:\r\n  max_turns: 4 # a\r\n',
  );
});

test('what an alias stands for is not changed through it', () => {
  expect(editText('a: &x { b: 1 }\nc: *x\n', [{ path: ['c', 'b'], value: 2 }])).toEqual({ ok: false, error: ['c', 'b'] });
});

test('what an alias stands for is not taken away', () => {
  expect(editText('a: &x { b: 1 }\nc: *x\n', [{ path: ['a'] }])).toEqual({ ok: false, error: ['a'] });
});

test('a value inside a text is not set', () => {
  expect(editText('limits: many\n', [{ path: ['limits', 'max_turns'], value: 2 }])).toEqual({ ok: false, error: ['limits', 'max_turns'] });
});

const KEYS = ['providers', 'limits', 'claude', 'box', 'headers', 'max_turns', 'sandbox', 'allowed_hosts', 'new', 'a b', 'x: y'] as const;
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(`\${VAR}`, '# no', 'yes', '12', ' a ', 'a: b', "it's", 'null', '- x', '{', 'ü\n\tz'),
);
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...KEYS), text, { minKeys: 1, maxKeys: 2 }),
);
const edit: fc.Arbitrary<SettingEdit> = fc.record({
  path: fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
  value: fc.option(value, { nil: undefined }),
});

test('whatever is edited reads as meant', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      let now = FILE;
      for (const one of edits) {
        const next = editText(now, [one]);
        if (!next.ok) continue;
        const found = one.path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], parse(next.value) ?? {});
        expect(found ?? undefined).toEqual(one.value);
        now = next.value;
      }
    }),
    { numRuns: 120 },
  );
});

const LEAVES: readonly (readonly string[])[] = [
  ['limits', 'max_turns'],
  ['limits', 'max_tokens'],
  ['limits', 'max_parallel_tools'],
  ['providers', 'claude', 'type'],
  ['providers', 'claude', 'timeout'],
  ['providers', 'box', 'base_url'],
  ['sandbox', 'enabled'],
  ['modes', 'default'],
  ['budget', 'per_day'],
];

function comments(yaml: string): readonly string[] {
  return yaml.split('\n').flatMap((line) => /#.*/.exec(line)?.[0] ?? []);
}

test('every comment is there, in its order, after any edits of single settings', () => {
  const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom('plan', 'http://x/v1', `\${VAR}`, '10m'));
  const leafEdit = fc.record({ path: fc.constantFrom(...LEAVES), value: fc.option(scalar, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(leafEdit, { minLength: 1, maxLength: 12 }), (edits) => {
      expect(comments(edited(FILE, ...edits))).toEqual(comments(FILE));
    }),
    { numRuns: 120 },
  );
});

test('lines that an edit does not concern stay byte for byte', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LEAVES), fc.integer({ min: 1, max: 9 }), (path, number) => {
      const { gone } = changed(FILE, edited(FILE, { path, value: number }));
      expect(gone.length).toBeLessThanOrEqual(1);
    }),
  );
});
