import { z } from 'zod';

const reference = z.string().min(1);
/** Empty text takes away what the profile `default` says. */
const clearable = z.string().optional();

export const AGENT_TYPES = ['explore', 'research', 'code', 'evaluate', 'sanity_check', 'review', 'vision', 'documentor'] as const;
export const ONESHOT_PHASES = ['plan', 'implement', 'review'] as const;
export const HANDOFF_TARGETS = ['implement', 'review', 'build'] as const;

function each<const K extends readonly string[]>(keys: K) {
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, clearable])) as { [P in K[number]]: typeof clearable });
}

/** Which model does what. What is left out comes from the profile `default`, and there from `default_model`. */
export const profileSchema = z.strictObject({
  default_model: reference.optional(),
  advisor: clearable,
  /** Writes the summary of a compaction when the session's own model cannot. No other role stands in for it. */
  compaction: clearable,
  sub_agents: each(AGENT_TYPES).prefault({}),
  oneshot: each(ONESHOT_PHASES).prefault({}),
  workflow_handoff: each(HANDOFF_TARGETS).prefault({}),
});
export type ProfileConfig = z.infer<typeof profileSchema>;

export const profilesSchema = z
  .record(z.string(), profileSchema)
  .default({})
  .superRefine((profiles, context) => {
    const { default: base, ...others } = profiles;
    if (base ? base.default_model !== undefined : Object.keys(others).length === 0) return;
    context.addIssue({ code: 'custom', path: ['default', 'default_model'], message: 'is needed: every other role falls back to it' });
  });
