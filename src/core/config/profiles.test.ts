import { expect, test } from 'vitest';
import { chooseProfile, ROLES, roleModel } from './profiles.ts';
import { configSchema } from './schema.ts';

const config = configSchema.parse({
  models: {
    profiles: {
      default: {
        default_model: 'p/main',
        advisor: 'p/wise',
        sub_agents: { code: 'p/code', review: 'p/check' },
        oneshot: { plan: 'p/plan' },
      },
      cheap: { default_model: 'p/small', advisor: '', sub_agents: { code: 'p/tiny', explore: 'p/look' } },
      partial: { sub_agents: { review: '' } },
    },
  },
});

const said = (profile: string, role: (typeof ROLES)[number]) => {
  const { ref, from, fallback } = roleModel(config, profile, role);
  return `${ref} from ${from}${fallback ? ' for all' : ''}`;
};

test.each([
  ['default', 'default_model', 'p/main from default'],
  ['default', 'advisor', 'p/wise from default'],
  ['default', 'sub_agents.explore', 'p/main from default for all'],
  ['cheap', 'default_model', 'p/small from cheap'],
  ['cheap', 'sub_agents.code', 'p/tiny from cheap'],
  ['cheap', 'sub_agents.review', 'p/check from default'],
  ['cheap', 'oneshot.plan', 'p/plan from default'],
  ['cheap', 'workflow_handoff.build', 'p/small from cheap for all'],
  ['cheap', 'advisor', 'p/small from cheap for all'],
  ['partial', 'default_model', 'p/main from default'],
  ['partial', 'sub_agents.review', 'p/main from default for all'],
] as const)('in the profile %s the role %s has %s', (profile, role, expected) => {
  expect(said(profile, role)).toBe(expected);
});

test('without a profile no role has a model', () => {
  expect(new Set(ROLES.map((role) => roleModel(configSchema.parse({}), 'default', role).ref))).toEqual(new Set([undefined]));
});

test('a profile that is not there is named with the nearest one, and changes nothing', () => {
  expect([chooseProfile(config, 'cheap'), chooseProfile(configSchema.parse({}), 'default'), chooseProfile(config, 'chep')]).toEqual([
    { ok: true, value: 'cheap' },
    { ok: true, value: 'default' },
    {
      ok: false,
      error: {
        code: 'config_invalid',
        message: 'There is no profile "chep". Did you mean "cheap"?',
        hint: 'Configured: default, cheap, partial.',
        safe: 'Nothing was changed.',
      },
    },
  ]);
});

test('profiles need a complete one called default', () => {
  const parsed = configSchema.safeParse({ models: { profiles: { cheap: { default_model: 'p/small' } } } });
  expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['models.profiles.default.default_model', 'is needed: every other role falls back to it'],
  ]);
});
