import type { EffectiveSetting } from '../../shared/config-report.ts';
import type { ProviderCheck } from '../../shared/provider-check.ts';
import type { SettingSpec, SettingsReport } from '../../shared/settings-report.ts';

const spec = (key: string, kind: SettingSpec['kind'], more: Partial<SettingSpec> = {}): SettingSpec => ({
  ...{ key, kind, help: '', effect: 'next_turn', security: false },
  ...more,
});

const SPECS: readonly SettingSpec[] = [
  spec('providers.*.type', 'choice', {
    options: ['anthropic', 'openai', 'openai_compat', 'openrouter', 'ollama'],
    help: 'Which kind of service it is.',
  }),
  spec('providers.*.base_url', 'address', { help: 'Address of the API, when it is not the usual one of the type.' }),
  spec('providers.*.api_key', 'secret', { help: 'The key itself.' }),
  spec('providers.*.api_key_env', 'text', { help: 'Name of the environment variable that holds the key.' }),
  spec('providers.*.headers.*', 'secret'),
  spec('providers.*.timeout', 'duration', { default: '30s', help: 'How long one request may stay without an answer.' }),
  spec('models.definitions.*.provider', 'text', { help: 'A name under providers.' }),
  spec('models.definitions.*.id', 'text', { help: 'What the provider calls the model.' }),
  spec('models.definitions.*.params.*', 'json'),
  spec('models.profiles.default.default_model', 'text', { help: 'What a new session uses: an alias or provider/model-id.' }),
  spec('approvals.timeout', 'duration', { effect: 'new_session' }),
  spec('modes.default', 'choice', {
    options: ['plan', 'build'],
    default: 'build',
    effect: 'new_session',
    help: 'What a new session starts in.',
  }),
  spec('limits.max_turns', 'integer', { default: 50, min: 1, help: 'Rounds of one turn: a model request and the tools it calls.' }),
  spec('limits.max_tokens', 'integer', { default: 500_000, help: 'Input and output tokens of one turn.' }),
  spec('limits.tool_timeouts.*', 'duration', { effect: 'new_session', help: 'By the name of the tool.' }),
  spec('budget.per_day', 'number', { help: 'US dollars for all projects, from midnight to midnight, local time.' }),
  spec('sandbox.enabled', 'boolean', { default: true, security: true, help: 'false runs commands with all your rights.' }),
  spec('sandbox.network', 'choice', {
    options: ['off', 'allowlist', 'host'],
    default: 'host',
    security: true,
    help: 'What commands reach.',
  }),
  spec('sandbox.allowed_hosts', 'list', { default: [], security: true }),
  spec('search.backend', 'choice', { options: ['searxng', 'google', 'kagi', 'brave'], help: 'Who answers web_search.' }),
  spec('fetch.proxy', 'address', {
    help: 'Every request of fetch_url and web_search goes through it, but for a search server on this machine or in a private network.',
  }),
];

const USER_FILE = '/home/ana/.config/steiner/config.yaml';

function counts(key: string, value: EffectiveSetting['value'], source: EffectiveSetting['source']): EffectiveSetting {
  return { key, value, source };
}

const user = (line: number) => ({ type: 'user', file: USER_FILE, line }) as const;

const SETTINGS: SettingsReport = {
  specs: SPECS,
  kinds: [
    { type: 'anthropic', baseUrl: 'https://api.anthropic.com', key: 'required' },
    { type: 'openai', baseUrl: 'https://api.openai.com/v1', key: 'required' },
    { type: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', key: 'required' },
    { type: 'ollama', baseUrl: 'http://localhost:11434/v1', key: 'none' },
    { type: 'openai_compat', key: 'optional' },
  ],
  user: {
    scope: 'user',
    path: USER_FILE,
    exists: true,
    stamp: 'a',
    applied: true,
    settings: [
      { key: 'providers.claude.type', value: 'anthropic', line: 4 },
      { key: 'providers.claude.api_key', value: '(set)', line: 5 },
      { key: 'providers.box.type', value: 'openai_compat', line: 8 },
      { key: 'providers.box.base_url', value: 'http://box:8080/v1', line: 9 },
      { key: 'models.profiles.default.default_model', value: 'claude/claude-opus', line: 14 },
      { key: 'limits.max_turns', value: '$TURNS', line: 18 },
      { key: 'limits.tool_timeouts.bash', value: '10m', line: 20 },
      { key: 'sandbox.allowed_hosts', value: ['registry.example.org', '*.example.net'], line: 24 },
    ],
    faults: [],
  },
  project: {
    scope: 'project',
    path: '/home/ana/src/harbour/.steiner/config.yaml',
    exists: true,
    stamp: 'b',
    applied: true,
    settings: [{ key: 'sandbox.network', value: 'off', line: 2 }],
    faults: [],
  },
  effective: [
    counts('providers.claude.type', 'anthropic', user(4)),
    counts('providers.claude.api_key', '(set)', user(5)),
    counts('providers.claude.timeout', '30s', { type: 'default' }),
    counts('providers.box.type', 'openai_compat', user(8)),
    counts('providers.box.base_url', 'http://box:8080/v1', user(9)),
    counts('models.profiles.default.default_model', 'claude/claude-opus', user(14)),
    counts('modes.default', 'build', { type: 'default' }),
    counts('limits.max_turns', 80, user(18)),
    counts('limits.max_tokens', 900_000, { type: 'environment', variable: 'STEINER_MAX_TOKENS' }),
    counts('limits.tool_timeouts.bash', '10m', user(20)),
    counts('sandbox.enabled', true, { type: 'default' }),
    counts('sandbox.network', 'off', { type: 'project', file: '/home/ana/src/harbour/.steiner/config.yaml', line: 2 }),
    counts('sandbox.allowed_hosts', ['registry.example.org', '*.example.net'], user(24)),
  ],
};

const CHECK: ProviderCheck = {
  models: [
    { id: 'claude-opus', name: 'Claude Opus' },
    { id: 'claude-sonnet', name: 'Claude Sonnet' },
  ],
  duration: 412,
};

/** Answers with the same settings, whatever is written. */
export function settingsHandlers() {
  return {
    'settings.read': () => SETTINGS,
    'settings.write': () => ({ state: 'written', report: SETTINGS }) as const,
    'settings.openFile': () => null,
    'providers.check': () => CHECK,
  };
}
