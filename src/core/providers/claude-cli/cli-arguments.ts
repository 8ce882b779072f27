import type { Environment } from '../../lib/ports.ts';

/** As the program names the server whose tools are ours. */
export const SERVER = 'steiner';
const PREFIX = `mcp__${SERVER}__`;
const LONGEST_NAME = 64;

/** Tool results may be as long as ours are; the program's own limit is lower. */
const OUTPUT_TOKENS = 200_000;

export interface CliArguments {
  readonly model: string;
  readonly effort?: string | undefined;
  readonly systemPrompt: string;
}

/** Nothing of the program's own is left on: no tools, settings, servers, stored sessions or compaction. It is the model and its account. */
function bareArguments(effort?: string): string[] {
  return [
    ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--tools', '', '--strict-mcp-config'],
    ...['--setting-sources', '', '--no-session-persistence', '--permission-mode', 'dontAsk'],
    ...['--settings', JSON.stringify(settings(effort))],
  ];
}

/** For one that only answers questions about itself. */
export const ASKING: readonly string[] = bareArguments();

/** For one that holds a conversation. */
export function cliArguments({ model, effort, systemPrompt }: CliArguments): string[] {
  const servers = { mcpServers: { [SERVER]: { type: 'sdk', name: SERVER, alwaysLoad: true } } };
  return [
    ...bareArguments(effort),
    ...['--include-partial-messages', '--mcp-config', JSON.stringify(servers), '--allowedTools', `mcp__${SERVER}`],
    ...['--model', model, '--system-prompt-file', systemPrompt],
  ];
}

function settings(effort: string | undefined): object {
  return { autoCompactEnabled: false, fastMode: false, disableAllHooks: true, ...effortSettings(effort) };
}

/** `none` turns thinking off; other words are passed on. */
export function effortSettings(effort: string | undefined): object {
  if (effort === undefined) return {};
  return effort === 'none' ? { alwaysThinkingEnabled: false } : { alwaysThinkingEnabled: true, effortLevel: effort };
}

/** What a program needs to run and to find its own sign-in. Keys and other ways to pay are left out, so that only the subscription can be used. */
const PASSED =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|CLAUDE_CONFIG_DIR)$/;
const PROXIES = /^(https?|no|all)_proxy$/i;

export function cliEnvironment({ vars, home }: Environment): Record<string, string> {
  const passed = Object.entries(vars).filter(([name, value]) => value !== undefined && (PASSED.test(name) || PROXIES.test(name)));
  return {
    HOME: home,
    ...(Object.fromEntries(passed) as Record<string, string>),
    MAX_MCP_OUTPUT_TOKENS: String(OUTPUT_TOKENS),
    ENABLE_TOOL_SEARCH: 'false',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
}

/** The names under which the model knows our tools, and back. A name that would be too long is cut, and told from others by its number. */
export function toolNames(names: readonly string[]): {
  readonly short: (name: string) => string;
  readonly own: (called: string) => string;
} {
  const room = LONGEST_NAME - PREFIX.length;
  const shorts = new Map(names.map((name, index) => [name, name.length <= room ? name : `${name.slice(0, room - 5)}_${index}`]));
  const back = new Map([...shorts].map(([name, short]) => [short, name]));
  return {
    short: (name) => shorts.get(name) ?? name,
    own: (called) => {
      const bare = called.startsWith(PREFIX) ? called.slice(PREFIX.length) : called;
      return back.get(bare) ?? bare;
    },
  };
}
