import { z } from 'zod';
import { durationSchema, positiveDurationSchema } from './duration.ts';
import { AGENT_TYPES } from './role-settings.ts';

const count = z.number().int();
const texts = z.array(z.string());
const strings = z.record(z.string(), z.string());

export const advisorSchema = z.strictObject({
  enabled: z.boolean().default(false),
  max_uses_per_run: count.min(0).default(3),
  max_uses_per_sub_agent: count.min(0).default(1),
  max_tokens: count.positive().optional(),
  timeout: positiveDurationSchema.default(180_000),
});

export const oneshotSchema = z.strictObject({ auto_pr: z.boolean().default(false) });

export const subAgentSchema = z.strictObject({
  enabled: z.boolean().default(true),
  orchestration_level: z.enum(['standard', 'low']).default('standard'),
  max_turns: count.min(15).default(120),
  max_tokens: count.positive().default(400_000),
  max_parallel: count.min(1).default(3),
  max_follow_ups: count.min(0).default(5),
});

/** What the protocol itself says with each request. */
const RESERVED = /^(content-type|accept|mcp-protocol-version|mcp-session-id|last-event-id|mcp-method|mcp-name|mcp-param-.*)$/i;

const mcpServerSchema = z
  .strictObject({
    enabled: z.boolean().default(false),
    transport: z.enum(['stdio', 'http']).default('stdio'),
    command: z.string().min(1).optional(),
    args: texts.default([]),
    env: strings.default({}),
    url: z.url({ protocol: /^https?$/ }).optional(),
    headers: strings.default({}),
    approval: z.enum(['ask', 'allow', 'deny']).default('ask'),
    trust_annotations: z.boolean().default(false),
    connect_timeout: durationSchema.default(15_000),
    allowed_tools: texts.optional(),
    blocked_tools: texts.default([]),
    sub_agents: z.array(z.enum(AGENT_TYPES)).default([]),
  })
  .superRefine(({ transport, command, args, env, url, headers }, context) => {
    const fault = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (transport === 'stdio') {
      if (command === undefined) fault('command', 'is needed with the transport stdio');
      if (url !== undefined) fault('url', 'belongs to the transport http');
      if (Object.keys(headers).length > 0) fault('headers', 'belong to the transport http');
      return;
    }
    if (url === undefined) fault('url', 'is needed with the transport http');
    if (command !== undefined) fault('command', 'belongs to the transport stdio');
    if (args.length > 0) fault('args', 'belong to the transport stdio');
    if (Object.keys(env).length > 0) fault('env', 'belongs to the transport stdio');
    const reserved = Object.keys(headers).filter((name) => RESERVED.test(name));
    if (reserved.length > 0) fault('headers', `must not hold ${reserved.join(', ')}, which the protocol sets itself`);
  });

export const mcpSchema = z.strictObject({
  enabled: z.boolean().default(true),
  servers: z.record(z.string(), mcpServerSchema).default({}),
});

const lspServerSchema = z.strictObject({
  enabled: z.boolean().default(false),
  command: z.string().min(1),
  args: texts.default([]),
  env: strings.default({}),
  file_extensions: z.array(z.string().regex(/^\./, 'file endings with their dot, such as .ts')).min(1),
  root_markers: texts.min(1),
  initialization_options: z.record(z.string(), z.json()).default({}),
});

export const lspSchema = z.strictObject({
  enabled: z.boolean().default(false),
  idle_timeout: durationSchema.default(300_000),
  request_timeout: positiveDurationSchema.default(10_000),
  ready_timeout: durationSchema.default(30_000),
  ready_grace_period: durationSchema.default(2_000),
  diagnostics_window: durationSchema.default(2_000),
  max_results: count.positive().default(200),
  cache_dir: z.string().min(1).optional(),
  servers: z.record(z.string(), lspServerSchema).default({}),
});

const stream = z.boolean().default(false);

export const diagnosticsSchema = z.strictObject({
  enabled: z.boolean().default(false),
  dir: z.string().min(1).optional(),
  retention_days: count.positive().default(30),
  streams: z.strictObject({ cache: stream, provider: stream, tool: stream, tui: stream, internal: stream }).prefault({}),
  capture_bodies: z.boolean().default(false),
});

export const loggingSchema = z.strictObject({
  enabled: z.boolean().default(false),
  level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Absolute, or from the home folder with `~/`. */
  file: z.string().min(1).optional(),
  thinking_chunk: z.boolean().default(false),
  assistant_chunk: z.boolean().default(false),
  compaction_log_file: z.string().min(1).optional(),
});

export const notificationsSchema = z.strictObject({ enabled: z.boolean().default(true), duration: count.min(0).default(0) });
export const updateCheckSchema = z.strictObject({ enabled: z.boolean().default(true), interval_hours: count.min(0).default(6) });
export const tuiSchema = z.strictObject({ fps: count.min(1).max(120).default(60) });
