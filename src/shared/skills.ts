import { z } from 'zod';

/** Where a skill was found: shipped with Steiner, in the person's own folder, or in the project. */
export const skillOriginSchema = z.enum(['bundled', 'user', 'project']);
export type SkillOrigin = z.infer<typeof skillOriginSchema>;

/** Also the name of its folder, and what is typed after the slash. */
export const skillNameSchema = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** What can be typed after a slash already, or will be. */
export const RESERVED_SKILL_NAMES: ReadonlySet<string> = new Set([
  ...['clear', 'compact', 'config', 'context', 'exit', 'fork', 'help', 'lsp', 'mcp', 'mode', 'model', 'models'],
  ...['new', 'oneshot', 'orchestration', 'profile', 'resume', 'settings', 'skill', 'skills', 'usage'],
]);

/** Most of a skill's text that the model is told, in bytes. */
export const MAX_SKILL_BYTES = 98_304;

/** A skill as the model is told of it: from here on in force with this text, or no longer in force. */
export const skillBlockSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('active'),
    name: z.string().min(1),
    origin: skillOriginSchema,
    /** The file it was read from. */
    path: z.string(),
    body: z.string(),
    /** Size of the whole text; more than `MAX_SKILL_BYTES` means that its end is left out. */
    bytes: z.number().int().nonnegative(),
  }),
  z.object({ state: z.literal('inactive'), name: z.string().min(1) }),
]);
export type SkillBlock = z.infer<typeof skillBlockSchema>;
export type ActiveSkill = Extract<SkillBlock, { state: 'active' }>;

/** One `SKILL.md` that was found. */
export interface SkillEntry {
  readonly name: string;
  readonly description: string;
  /** What may follow the name when it is typed, such as `[base]`. */
  readonly argument?: string;
  readonly origin: SkillOrigin;
  /** The file, absolute. */
  readonly path: string;
  /** Size of its text in bytes, without the front matter. */
  readonly bytes: number;
  /** The mode that typing its name switches to; `keep` leaves it as it is. */
  readonly mode: 'plan' | 'build' | 'keep';
  /** Where the entry of the same name lies that takes its place. */
  readonly shadowedBy?: SkillOrigin;
  /** Why it cannot be used, as a sentence. */
  readonly fault?: string;
}

/** In effect are the entries that are neither shadowed nor faulty. */
export interface SkillList {
  readonly skills: readonly SkillEntry[];
  /** The project brings skills that are left out, because nobody has said that it is trusted. */
  readonly untrusted: number;
}

export function isUsable({ shadowedBy, fault }: SkillEntry): boolean {
  return shadowedBy === undefined && fault === undefined;
}
