import { z } from 'zod';
import { modeSchema } from '../../shared/session.ts';
import { durationSchema, positiveDurationSchema, waitSchema } from './duration.ts';
import {
  advisorSchema,
  diagnosticsSchema,
  loggingSchema,
  lspSchema,
  mcpSchema,
  notificationsSchema,
  oneshotSchema,
  subAgentSchema,
  tuiSchema,
  updateCheckSchema,
} from './later-settings.ts';
import { PROVIDER_TYPE_NAMES, TRANSPORTS } from './provider-types.ts';
import { profilesSchema } from './role-settings.ts';
import { customToolSchema, fetchSchema, searchSchema } from './tool-settings.ts';

const retrySchema = z.strictObject({
  enabled: z.boolean().default(true),
  max_attempts: z.number().int().min(1).max(20).default(3),
  initial_backoff: durationSchema.default(250),
  max_backoff: durationSchema.default(5_000),
  retry_after_max: durationSchema.default(30_000),
});
export type RetryConfig = z.infer<typeof retrySchema>;

/** `demo` is built in and needs no entry. */
export const providerConfigSchema = z.strictObject({
  type: z.enum(PROVIDER_TYPE_NAMES),
  base_url: z
    .url({ protocol: /^https?$/ })
    .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), 'must not hold a user name or password; use headers or api_key_env')
    .optional(),
  api_key: z.string().optional(),
  api_key_env: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  timeout: positiveDurationSchema.default(30_000),
  /** For the type `codex` alone. */
  codex: z
    .strictObject({ min_request_interval: durationSchema.default(0), transport: z.enum(['http', 'websocket']).default('http') })
    .optional(),
});
export type ProviderConfig = z.infer<typeof providerConfigSchema>;

/** Efforts are the provider's own words. */
const reasoningSchema = z
  .strictObject({ effort: z.string().min(1).optional(), supported_efforts: z.array(z.string().min(1)).min(1).optional() })
  .refine(({ effort, supported_efforts: known }) => effort === undefined || known === undefined || known.includes(effort), {
    path: ['effort'],
    message: 'must be one of supported_efforts',
  });

const dollars = z.number().min(0).max(1_000_000);

/** US dollars for a million tokens. A cache tier that is left out costs as much as other input. */
const priceSchema = z.strictObject({
  input: dollars,
  output: dollars,
  cache_read: dollars.optional(),
  cache_write: dollars.optional(),
  cache_write_hour: dollars.optional(),
});
export type PriceConfig = z.infer<typeof priceSchema>;

export const modelDefinitionSchema = z.strictObject({
  provider: z.string().min(1),
  id: z.string().min(1),
  params: z.record(z.string(), z.json()).default({}),
  extra_params: z.record(z.string(), z.json()).default({}),
  price: priceSchema.optional(),
  prompt_suffix: z.string().min(1).optional(),
  vision: z.boolean().nullable().optional(),
  retry: retrySchema.prefault({}),
  prompts: z
    .strictObject({
      system: z.string().min(1).optional(),
      system_suffix: z.string().min(1).optional(),
      compaction: z.string().min(1).optional(),
    })
    .prefault({}),
  advanced: z
    .strictObject({
      limits: z
        .strictObject({
          context_window: z.number().int().positive().optional(),
          max_output_tokens: z.number().int().positive().optional(),
          compaction_threshold_tokens: z.number().int().positive().optional(),
        })
        .prefault({}),
      reasoning_echo_back: z.boolean().optional(),
      reasoning: reasoningSchema.prefault({}),
      transport: z.enum(TRANSPORTS).default('auto'),
      cache_ttl: z.enum(['5m', '1h']).default('5m'),
      codex: z.strictObject({ use_max_context_window: z.boolean().default(false) }).optional(),
    })
    .prefault({}),
});
export type ModelDefinition = z.infer<typeof modelDefinitionSchema>;

const limitsSchema = z.strictObject({
  max_turns: z.number().int().min(1).default(50),
  max_tokens: z.number().int().min(1).default(500_000),
  max_episode_tokens: z.number().int().min(1).optional(),
  tool_timeout_default: positiveDurationSchema.default(30_000),
  tool_timeouts: z.record(z.string(), positiveDurationSchema).default({}),
  tool_output_max_bytes: z.number().int().min(1_024).default(65_536),
  max_parallel_tools: z.number().int().min(1).default(4),
  resume_at_reset: z.boolean().default(true),
});
export type Limits = z.infer<typeof limitsSchema>;

/** US dollars. What is left out is not limited. */
const budgetSchema = z.strictObject({ per_turn: z.number().positive().optional(), per_day: z.number().positive().optional() });

const sandboxSchema = z.strictObject({
  enabled: z.boolean().default(true),
  network: z.enum(['off', 'allowlist', 'host']).default('host'),
  allowed_hosts: z.array(z.string().min(1)).default([]),
  max_processes: z.number().int().min(16).default(4_096),
  max_file_gb: z.number().int().min(1).default(32),
  max_memory_gb: z.number().positive().optional(),
  env_passthrough: z.array(z.string()).default([]),
  env_passthrough_all: z.boolean().default(false),
  warning_on_unsupported_platform: z.boolean().default(true),
  bind_host_cache: z.boolean().default(false),
  host_mounts: z.array(z.strictObject({ path: z.string().min(1), mode: z.enum(['ro', 'rw']).default('ro') })).default([]),
});
export type SandboxConfig = z.infer<typeof sandboxSchema>;

/** What commands may ask of the machine besides files and network. */
const permissionsSchema = z.strictObject({ docker: z.boolean().default(false) });

/** Empty text would name the project itself, or everything. */
const names = z.array(z.string().min(1));

const pathsSchema = z.strictObject({
  project_root_only: z.boolean().default(true),
  writable_paths: names.default([]),
  blocked_paths: names.default([]),
  exclude_paths: names.default([]),
  exclude_patterns: names.default([]),
  broad_folders: names.default([]),
});
export type PathsConfig = z.infer<typeof pathsSchema>;

const projectContextSchema = z.strictObject({
  max_bytes: z.number().int().min(500).optional(),
  /** Of old files: four bytes for each. */
  max_tokens: z.number().int().positive().optional(),
  extra_files: z.array(z.string().min(1)).default([]),
  ignore_files: z.array(z.string().min(1)).default([]),
});
export type ProjectContextConfig = z.infer<typeof projectContextSchema>;

/** How long something is kept that nobody uses. What is left out is kept for good; the newest 1,000 checkpoints are the exception. */
const retentionSchema = z.strictObject({
  /** Without a change for so long, a session goes to the trash. */
  sessions: positiveDurationSchema.optional(),
  /** So long in the trash, a session is deleted for good. */
  trash: positiveDurationSchema.optional(),
  checkpoints: positiveDurationSchema.optional(),
});
export type RetentionConfig = z.infer<typeof retentionSchema>;

/** Everything a config file may say. Every object is strict: a key that is not here is an error. */
export const configSchema = z.strictObject({
  cave_human: z.boolean().default(false),
  providers: z.record(z.string(), providerConfigSchema).default({}),
  models: z
    .strictObject({
      definitions: z.record(z.string(), modelDefinitionSchema).default({}),
      /** False: no provider is asked for its list, and nothing is known but what the configuration says. */
      discovery_enabled: z.boolean().default(true),
      /** Where `steiner models refresh --catalogue` gets the catalogue. */
      catalogue_url: z.url({ protocol: /^https?$/ }).default('https://models.dev/api.json'),
      profiles: profilesSchema,
    })
    .prefault({}),
  /** How long a question waits for an answer, since somebody last looked at it, before it is denied. */
  approvals: z.strictObject({ timeout: waitSchema.default(2 * 60 * 60 * 1_000) }).prefault({}),
  modes: z.strictObject({ default: modeSchema.default('build') }).prefault({}),
  limits: limitsSchema.prefault({}),
  budget: budgetSchema.prefault({}),
  sandbox: sandboxSchema.prefault({}),
  permissions: permissionsSchema.prefault({}),
  paths: pathsSchema.prefault({}),
  project_context: projectContextSchema.prefault({}),
  context_management: z.strictObject({ read_annotations: z.boolean().default(true) }).prefault({}),
  retention: retentionSchema.prefault({}),
  fetch: fetchSchema.prefault({}),
  search: searchSchema.prefault({}),
  /** By the name that the model calls. */
  tools: z.record(z.string(), customToolSchema).default({}),
  advisor: advisorSchema.prefault({}),
  oneshot: oneshotSchema.prefault({}),
  sub_agent: subAgentSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
  lsp: lspSchema.prefault({}),
  logging: loggingSchema.prefault({}),
  diagnostics: diagnosticsSchema.prefault({}),
  desktop_notifications: notificationsSchema.prefault({}),
  update_check: updateCheckSchema.prefault({}),
  tui: tuiSchema.prefault({}),
});
export type Config = z.infer<typeof configSchema>;
