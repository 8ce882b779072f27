import type { SettingsSection } from '../../store/settings-state.ts';

export interface SectionWords {
  readonly id: SettingsSection;
  readonly title: string;
  readonly about: string;
  /** First names of the keys that are shown there; what no section names is advanced. */
  readonly keys: readonly string[];
}

export const SECTIONS: readonly SectionWords[] = [
  { id: 'general', title: 'General', about: 'How this window looks and behaves on this machine.', keys: [] },
  { id: 'models', title: 'Models', about: 'What new sessions use, and models with settings of their own.', keys: ['models'] },
  { id: 'providers', title: 'Providers', about: 'Accounts and servers that models are asked at.', keys: ['providers'] },
  { id: 'sandbox', title: 'Sandbox and network', about: 'What commands see, change and reach.', keys: ['sandbox', 'paths'] },
  {
    id: 'approvals',
    title: 'Approvals and modes',
    about: 'What is asked about, and what is allowed for good.',
    keys: ['approvals', 'modes'],
  },
  { id: 'limits', title: 'Limits and budgets', about: 'When a turn stops by itself.', keys: ['limits', 'budget'] },
  { id: 'search', title: 'Web search', about: 'Who answers when the model searches the web.', keys: ['search'] },
  { id: 'advanced', title: 'Advanced', about: 'Everything else that a file may say.', keys: [] },
  { id: 'machine', title: 'This machine', about: 'What Steiner needs here, its keys, and where it keeps things.', keys: [] },
];

export function sectionOf(key: string): SettingsSection {
  const [first = ''] = key.split('.');
  return SECTIONS.find(({ keys }) => keys.includes(first))?.id ?? 'advanced';
}

/** Names that the key alone would not make plain. */
const TITLES: Readonly<Record<string, string>> = {
  'approvals.timeout': 'A question waits for',
  'budget.per_day': 'Budget a day',
  'budget.per_turn': 'Budget a turn',
  cave_human: 'Few words',
  'fetch.proxy': 'Proxy of fetch_url and web_search',
  'limits.max_turns': 'Rounds of a turn',
  'limits.max_tokens': 'Tokens of a turn',
  'limits.max_episode_tokens': 'Output tokens of a prompt and what its results begin',
  'limits.tool_timeouts': 'Time limits of tools',
  'limits.tool_timeout_default': 'Time limit of other tools',
  'limits.tool_output_max_bytes': 'Longest result, in bytes',
  'limits.max_parallel_tools': 'Tools at once',
  'limits.resume_at_reset': 'Go on at the reset',
  'lsp.servers': 'LSP servers',
  'mcp.servers': 'MCP servers',
  'models.catalogue_url': 'Address of the public list',
  'models.definitions': 'Models by alias',
  'models.discovery_enabled': 'Look models up',
  'models.profiles': 'Profiles',
  'models.profiles.*.default_model': 'Default model',
  'modes.default': 'New sessions start in',
  oneshot: 'One-shot runs',
  'paths.blocked_paths': 'Refused folders',
  'paths.writable_paths': 'Folders that may be written',
  'paths.exclude_paths': 'Folders left out of searches',
  'paths.exclude_patterns': 'Patterns left out of searches',
  'sandbox.enabled': 'Sandbox',
  'sandbox.env_passthrough': 'Variables that commands see',
  'sandbox.env_passthrough_all': 'Show commands every variable',
  'sandbox.host_mounts': 'More folders in the sandbox',
  'sandbox.max_file_gb': 'Largest file, in GB',
  'permissions.docker': 'Commands may use Docker',
  'project_context.max_bytes': 'Most of it, in bytes',
  'project_context.max_tokens': 'Most of it, in tokens',
  'sandbox.max_memory_gb': 'Memory of commands, in GB',
  'sandbox.max_processes': 'Processes at once',
  'search.backend': 'Search service',
  'search.searxng_url': 'Address of SearXNG',
  'search.brave_api_key': 'Key of Brave',
  'search.google_api_key': 'Key of Google',
  'search.kagi_api_key': 'Key of Kagi',
  'search.google_cx': 'Google search engine id',
  'providers.*.base_url': 'Address',
  'providers.*.api_key': 'Key',
  'providers.*.api_key_env': 'Variable that holds the key',
  'models.definitions.*.id': 'Model id',
};

const SHORT = /\b(api|cpu|gb|id|lsp|mb|mcp|mime|pr|tui|ttl|url)\b/g;

/** `key` with names in the place of `*`, `spec` with the stars. */
export function titleOf(spec: string, key = spec): string {
  const known = TITLES[spec];
  if (known !== undefined) return known;
  const last = key.split('.').at(-1) ?? key;
  const words = last.replaceAll('_', ' ').replace(SHORT, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const KINDS: Readonly<Record<string, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  openrouter: 'OpenRouter',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  litellm: 'LiteLLM',
  openai_compat: 'OpenAI-compatible server',
  opencode_go: 'OpenCode Go',
  opencode_zen: 'OpenCode Zen',
};

/** The heading over settings whose keys begin alike. */
export function headingOf(name: string): string {
  return name === 'cave_human' ? 'Answers' : titleOf(name);
}

export function kindTitle(type: string): string {
  return KINDS[type] ?? type;
}
