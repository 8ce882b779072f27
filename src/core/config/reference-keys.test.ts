import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from './schema.ts';
import { schemaAt } from './schema-walk.ts';
import { unusedReason } from './unused.ts';

/** Every key that a configuration may be written for, and whether something goes by it. */
const IN_USE = `
cave_human context_management.read_annotations
providers.x.type providers.x.base_url providers.x.api_key providers.x.api_key_env providers.x.headers.y providers.x.timeout
providers.x.codex.min_request_interval providers.x.codex.transport
models.discovery_enabled models.catalogue_url
models.definitions.x.provider models.definitions.x.id models.definitions.x.params.y models.definitions.x.extra_params.y
models.definitions.x.prompt_suffix models.definitions.x.vision models.definitions.x.price.input
models.definitions.x.retry.enabled models.definitions.x.retry.max_attempts models.definitions.x.retry.initial_backoff
models.definitions.x.retry.max_backoff models.definitions.x.retry.retry_after_max
models.definitions.x.prompts.system models.definitions.x.prompts.system_suffix models.definitions.x.prompts.compaction
models.definitions.x.advanced.limits.context_window models.definitions.x.advanced.limits.max_output_tokens
models.definitions.x.advanced.reasoning_echo_back models.definitions.x.advanced.transport
models.definitions.x.advanced.reasoning.effort models.definitions.x.advanced.reasoning.supported_efforts
models.definitions.x.advanced.codex.use_max_context_window
models.profiles.x.default_model models.profiles.x.sub_agents.explore models.profiles.x.sub_agents.research
models.profiles.x.sub_agents.evaluate models.profiles.x.sub_agents.sanity_check models.profiles.x.sub_agents.review
sub_agent.enabled sub_agent.orchestration_level sub_agent.max_turns sub_agent.max_tokens sub_agent.max_parallel
modes.default
limits.max_turns limits.max_tokens limits.tool_timeout_default limits.tool_timeouts.y limits.tool_output_max_bytes limits.max_parallel_tools
tools.x.exec tools.x.subcommand tools.x.description tools.x.parameters tools.x.timeout
sandbox.enabled sandbox.env_passthrough sandbox.env_passthrough_all sandbox.bind_host_cache sandbox.host_mounts
permissions.docker
paths.project_root_only paths.writable_paths paths.blocked_paths paths.exclude_paths paths.exclude_patterns
project_context.max_bytes project_context.max_tokens project_context.extra_files project_context.ignore_files
search.backend search.searxng_url search.google_cx search.google_api_key search.kagi_api_key search.brave_api_key
logging.enabled logging.level logging.file
desktop_notifications.enabled desktop_notifications.duration`;

const UNUSED = `
models.profiles.x.advisor models.profiles.x.sub_agents.code models.profiles.x.sub_agents.vision models.profiles.x.sub_agents.documentor
models.profiles.x.oneshot.plan models.profiles.x.oneshot.implement models.profiles.x.oneshot.review
models.profiles.x.workflow_handoff.implement models.profiles.x.workflow_handoff.review models.profiles.x.workflow_handoff.build
advisor.enabled advisor.max_uses_per_run advisor.max_uses_per_sub_agent advisor.max_tokens advisor.timeout
oneshot.auto_pr
sub_agent.max_follow_ups
mcp.enabled mcp.servers.x.enabled mcp.servers.x.transport mcp.servers.x.command mcp.servers.x.args mcp.servers.x.env.y mcp.servers.x.url
mcp.servers.x.headers.y mcp.servers.x.approval mcp.servers.x.trust_annotations mcp.servers.x.connect_timeout mcp.servers.x.allowed_tools
mcp.servers.x.blocked_tools mcp.servers.x.sub_agents
lsp.enabled lsp.idle_timeout lsp.request_timeout lsp.ready_timeout lsp.ready_grace_period lsp.diagnostics_window lsp.max_results lsp.cache_dir
lsp.servers.x.enabled lsp.servers.x.command lsp.servers.x.args lsp.servers.x.env.y lsp.servers.x.file_extensions lsp.servers.x.root_markers
lsp.servers.x.initialization_options.y
sandbox.warning_on_unsupported_platform
logging.thinking_chunk logging.assistant_chunk logging.compaction_log_file
diagnostics.enabled diagnostics.dir diagnostics.retention_days diagnostics.streams.cache diagnostics.streams.provider diagnostics.streams.tool
diagnostics.streams.tui diagnostics.streams.internal diagnostics.capture_bodies
update_check.enabled update_check.interval_hours tui.fps`;

const keys = (text: string) => text.trim().split(/\s+/);

test('every key is known', () => {
  const unknown = [...keys(IN_USE), ...keys(UNUSED)].filter((key) => schemaAt(configSchema, key.split('.')) === undefined);
  expect(unknown).toEqual([]);
});

test('of the keys without an effect each says why, and no other does', () => {
  const silent = keys(UNUSED).filter((key) => unusedReason(key.split('.')) === undefined);
  const wrong = keys(IN_USE).filter((key) => unusedReason(key.split('.')) !== undefined);
  expect([silent, wrong]).toEqual([[], []]);
});

test.each([
  ['sub_agent', { max_turns: 14 }],
  ['sub_agent', { max_parallel: 0 }],
  ['sub_agent', { orchestration_level: 'none' }],
  ['advisor', { timeout: '3 minutes' }],
  ['mcp', { servers: { x: {} } }],
  ['mcp', { servers: { x: { transport: 'http' } } }],
  ['mcp', { servers: { x: { command: 'y', url: 'https://h' } } }],
  ['mcp', { servers: { x: { transport: 'http', url: 'https://h', headers: { 'Mcp-Param-Y': '1' } } } }],
  ['mcp', { servers: { x: { command: 'y', sub_agents: ['coder'] } } }],
  ['lsp', { servers: { x: { command: 'y', file_extensions: ['ts'], root_markers: ['package.json'] } } }],
  ['lsp', { servers: { x: { command: 'y', file_extensions: ['.ts'], root_markers: [] } } }],
  ['diagnostics', { retention_days: 0 }],
  ['desktop_notifications', { duration: -1 }],
  ['update_check', { interval_hours: -1 }],
  ['tui', { fps: 121 }],
  ['project_context', { max_bytes: 0 }],
])('%s is checked also where nothing goes by it: %j', (section, value) => {
  expect(configSchema.safeParse({ [section]: value }).success).toBe(false);
});

test('an authorization header is the server’s own business', () => {
  const x = { transport: 'http', url: 'https://h', headers: { Authorization: 'Bearer t' } };
  expect(z.prettifyError(configSchema.safeParse({ mcp: { servers: { x } } }).error ?? new z.ZodError([]))).toBe('');
});
