import { expect, test } from 'vitest';
import { faultLines } from './testing/fault-lines.ts';

test.each([
  'providers: { a: { type: ollama, timeout: 0s } }',
  'limits: { tool_timeouts: { bash: 0s } }',
  'limits: { tool_timeout_default: 0ms }',
  'tools: { t: { exec: ./t, description: d, timeout: 0.0h } }',
  'retention: { sessions: 0d }',
  'retention: { trash: 0s }',
  'retention: { checkpoints: 0s }',
  'advisor: { timeout: 0s }',
  'lsp: { request_timeout: 0s }',
])('a time in which nothing could be done is refused: %s', (text) => {
  expect(faultLines(text)).toEqual([expect.stringMatching(/^1: \S+: must be a duration above 0; found "0(\.0)?\w+"\.$/)]);
});

test.each([
  ['limits: { tool_timeout_default: 1h30m }', []],
  ['limits: { tool_timeout_default: 1d2h3m4.5s }', []],
  ['approvals: { timeout: 1h30m }', []],
  ['models: { definitions: { m: { provider: demo, id: x, retry: { initial_backoff: 0s } } } }', []],
  ['limits: { tool_timeout_default: 30 }', ['1: limits.tool_timeout_default: must be a duration such as 30s, 5m or 1h30m; found 30.']],
  [
    'limits: { tool_timeout_default: 1h30 }',
    ['1: limits.tool_timeout_default: must be a duration such as 250ms, 30s, 5m or 1h30m; found "1h30".'],
  ],
  ['limits: { tool_timeout_default: 99999d }', ['1: limits.tool_timeout_default: must be at most 36500d; found "99999d".']],
  ['approvals: { timeout: 99999d }', ['1: approvals.timeout: must be at most 36500d, or never; found "99999d".']],
])('durations: %s', (text, lines) => {
  expect(faultLines(text)).toEqual(lines);
});

test.each([
  ['providers: { demo: { type: ollama } }', 'providers.demo: the built-in demonstration has this name; choose another.'],
  ["providers: { '': { type: ollama } }", 'providers."": a name must not be empty.'],
  ["providers: { ' a': { type: ollama } }", 'providers." a": a name has no blanks around it, and no line ends or tabs in it.'],
  ["providers: { 'a#b': { type: ollama } }", 'providers."a#b": a name must not hold #, which stands before an effort.'],
  ["models: { definitions: { '': { provider: demo, id: x } } }", 'models.definitions."": a name must not be empty.'],
  [
    "models: { definitions: { 'demo/x': { provider: demo, id: x } } }",
    'models.definitions."demo/x": the built-in demonstration has this name; choose another.',
  ],
  ["models: { profiles: { default: { default_model: a }, '': {} } }", 'models.profiles."": a name must not be empty.'],
  ["mcp: { servers: { '': { command: x } } }", 'mcp.servers."": a name must not be empty.'],
])('a name that could not be used is refused: %s', (text, line) => {
  expect(faultLines(text)).toEqual([`1: ${line}`]);
});

test.each([
  [
    '{ type: ollama, api_key: sk-1 }',
    'api_key: type ollama sends no API key; take it out, or use the type openai_compat for a server that wants one.',
  ],
  [
    '{ type: ollama, api_key_env: KEY }',
    'api_key_env: type ollama sends no API key; take it out, or use the type openai_compat for a server that wants one.',
  ],
  [
    '{ type: openai, api_key_env: sk-secret-1 }',
    'api_key_env: must be the name of an environment variable, such as MY_API_KEY; a key itself belongs in api_key.',
  ],
  [
    "{ type: openai, api_key_env: '' }",
    'api_key_env: must be the name of an environment variable, such as MY_API_KEY; a key itself belongs in api_key.',
  ],
  [
    '{ type: claude_subscription, headers: { X-A: b } }',
    'headers: type claude_subscription sends no requests of its own, so it takes no headers; take them out.',
  ],
  ["{ type: ollama, headers: { 'X A': b } }", 'headers."X A": is no name of a header: letters, digits and dashes.'],
  ['{ type: ollama, headers: { X-A: "b\\nc" } }', 'headers.X-A: holds a character that no header can hold, such as a line end.'],
  ["{ type: ollama, headers: { Content-Length: '3' } }", 'headers.Content-Length: is set by each request itself; take it out.'],
])('a provider that could not be asked so is refused: %s', (provider, fault) => {
  expect(faultLines(`providers: { a: ${provider} }`)).toEqual([`1: providers.a.${fault}`]);
});

test.each([
  [
    'advanced: { limits: { context_window: 1000, compaction_threshold_tokens: 1000 } }',
    'advanced.limits.compaction_threshold_tokens: must be below context_window (1000): compaction begins before the window is full.',
  ],
  [
    'advanced: { limits: { context_window: 1000, max_output_tokens: 1000 } }',
    'advanced.limits.max_output_tokens: must be below context_window (1000), which question and answer share.',
  ],
  ['retry: { initial_backoff: 10s }', 'retry.initial_backoff: must not be longer than max_backoff (5s); set that as well.'],
  ['params: { stream: false }', 'params.stream: is set by each request itself; take it out.'],
  ['extra_params: { model: other }', 'extra_params.model: is set by each request itself; take it out.'],
  ['price: { input: -1, output: 1 }', 'price.input: must be at least 0; found -1.'],
])('a model that could not be asked so is refused: %s', (part, fault) => {
  expect(faultLines(`models: { definitions: { m: { provider: demo, id: x, ${part} } } }`)).toEqual([`1: models.definitions.m.${fault}`]);
});

test.each([
  [
    'sandbox: { env_passthrough: [OK, "OK_*", "A*B"] }',
    'sandbox.env_passthrough.2: "A*B" is no name of a variable, at whose end a * may stand.',
  ],
  ['sandbox: { env_passthrough: ["*"] }', 'sandbox.env_passthrough.0: "*" would pass everything: set env_passthrough_all for that.'],
  ['sandbox: { env_passthrough: ["A=b"] }', 'sandbox.env_passthrough.0: "A=b" is no name of a variable, at whose end a * may stand.'],
  ['paths: { blocked_paths: [""] }', 'paths.blocked_paths.0: must not be empty; found "".'],
  ['paths: { exclude_patterns: [""] }', 'paths.exclude_patterns.0: must not be empty; found "".'],
  ['budget: { per_day: 0 }', 'budget.per_day: must be above 0; found 0.'],
  [
    'lsp: { servers: { a: { command: x, file_extensions: [], root_markers: [a] } } }',
    'lsp.servers.a.file_extensions: must not be empty; found a list.',
  ],
])('what would never match, or everything, is refused: %s', (text, fault) => {
  expect(faultLines(text)).toEqual([`1: ${fault}`]);
});

test.each([
  'diagnostics: { dir: /d }',
  'diagnostics: { capture_bodies: true }',
  'logging: { file: /l }',
  'logging: { compaction_log_file: /l }',
])('where the own files of a person are written is not for a project to say: %s', (text) => {
  const fault = expect.stringMatching(/^1: (diagnostics|logging)\.\w+: cannot be set by a project's own file; set it in your own\.$/);
  expect([faultLines(text), faultLines(text, 'project')]).toEqual([[], [fault]]);
});
