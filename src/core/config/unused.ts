import { settingKey } from '../../shared/setting-key.ts';
import type { SourcedLayer } from './layer.ts';
import { leaves } from './leaves.ts';

/** Settings that are read and checked, and that nothing in this version goes by. `*` is any name; what lies below counts too. */
const UNUSED: readonly (readonly [string, string])[] = [
  ['advisor', 'there is no advisor in this version'],
  ['models.profiles.*.advisor', 'there is no advisor in this version'],
  ['sub_agent.max_follow_ups', 'a child takes no further messages in this version'],
  ['models.profiles.*.sub_agents.code', 'no child edits files in this version'],
  ['models.profiles.*.sub_agents.documentor', 'no child edits files in this version'],
  ['models.profiles.*.sub_agents.vision', 'no child looks at pictures in this version'],
  ['oneshot', 'there are no one-shot runs in this version'],
  ['models.profiles.*.oneshot', 'there are no one-shot runs in this version'],
  ['models.profiles.*.workflow_handoff', 'there are no hand-overs in this version'],
  ['mcp', 'MCP servers are not started in this version'],
  ['lsp', 'language servers are not started in this version'],
  ['diagnostics', 'there are no diagnostics streams in this version'],
  ['logging.thinking_chunk', 'what the model streams is kept in the session, not in the log'],
  ['logging.assistant_chunk', 'what the model streams is kept in the session, not in the log'],
  ['logging.compaction_log_file', 'compactions are kept in the session, not in a file of their own'],
  ['update_check', 'nothing looks for a newer version by itself'],
  ['tui', 'there is no full-screen terminal interface'],
  ['sandbox.warning_on_unsupported_platform', 'the state of the sandbox is always shown'],
];

/** One sentence for each setting somebody wrote that has no effect, so that nobody relies on it. */
export function unusedSettings(layers: readonly SourcedLayer[]): string[] {
  const paths = new Map(layers.flatMap(({ tree }) => leaves(tree, []).map(({ path }) => [settingKey(path), path] as const)));
  const found = new Map<string, string[]>();
  for (const [key, path] of paths) {
    const reason = unusedReason(path);
    if (reason !== undefined) found.set(reason, [...(found.get(reason) ?? []), key]);
  }
  return [...found].map(([reason, keys]) => `${keys.join(', ')} ${keys.length === 1 ? 'has' : 'have'} no effect: ${reason}.`);
}

/** Why a setting has no effect; `undefined` when it has one. */
export function unusedReason(path: readonly string[]): string | undefined {
  return UNUSED.find(([pattern]) =>
    pattern.split('.').every((step, index) => path[index] !== undefined && (step === '*' || step === path[index])),
  )?.[1];
}
