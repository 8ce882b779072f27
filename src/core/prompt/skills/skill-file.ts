import { parseDocument } from 'yaml';
import { z } from 'zod';
import { nearestNames } from '../../../shared/nearest.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { RESERVED_SKILL_NAMES, type SkillEntry, skillNameSchema } from '../../../shared/skills.ts';
import { withoutEnd } from '../../../shared/without-end.ts';

export interface SkillFile extends Pick<SkillEntry, 'description' | 'argument' | 'mode'> {
  /** The instructions, byte for byte as they stand after the front matter. */
  readonly body: string;
}

const KEYS = ['name', 'description', 'argument-hint', 'mode'] as const;
const REQUIRED: ReadonlySet<string> = new Set(['name', 'description']);

/** Keys of other programs are passed over, so that their skills can be used as they are. */
const frontMatterSchema = z.looseObject({
  name: z.string({ error: '"name" must be a text' }),
  description: z
    .string({ error: '"description" must be a text' })
    .trim()
    .min(1, '"description" must not be empty')
    .max(1_024, '"description" must not be longer than 1,024 characters'),
  'argument-hint': z.string({ error: '"argument-hint" must be a text' }).trim().min(1).max(80).optional(),
  mode: z.enum(['plan', 'build', 'keep'], { error: '"mode" must be plan, build or keep' }).default('build'),
});

/** Takes a `SKILL.md` apart. `folder` is the name of its folder. The error says in one sentence what is wrong with it. */
export function parseSkill(text: string, folder: string): Result<SkillFile, string> {
  const [whole, head] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (whole === undefined || head === undefined) {
    return err('It must begin with front matter: a line with ---, then name and description, then a line with ---.');
  }
  const matter = readMatter(head);
  if (!matter.ok) return matter;
  const { name, description, mode, 'argument-hint': argument } = matter.value;
  const fault = nameFault(name, folder);
  if (fault !== undefined) return err(fault);
  const body = text.slice(whole.length);
  if (body.trim() === '') return err('There are no instructions after the front matter.');
  return ok({ description: description.replace(/\s+/g, ' '), mode, body, ...(argument === undefined ? {} : { argument }) });
}

function readMatter(head: string): Result<z.infer<typeof frontMatterSchema>, string> {
  const document = parseDocument(head);
  const [broken] = document.errors;
  if (broken) return err(`Its front matter is no valid YAML: ${withoutEnd(broken.message.split('\n', 1)[0] ?? '', ' \t\r:')}.`);
  const tree: unknown = document.toJS();
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return err('Its front matter must be keys with values.');
  const keys = Object.keys(tree);
  const missing = KEYS.find((key) => !keys.includes(key) && (REQUIRED.has(key) || keys.some((other) => plain(other) === key)));
  if (missing !== undefined) {
    const [meant] = nearestNames(missing, keys);
    return err(`Its front matter has no "${missing}".${meant === undefined ? '' : ` There is "${meant}" instead.`}`);
  }
  const matter = frontMatterSchema.safeParse(tree);
  return matter.success ? ok(matter.data) : err(`In its front matter ${matter.error.issues[0]?.message ?? 'a value is wrong'}.`);
}

/** As the key would be called if it was only written in another way. */
function plain(key: string): string {
  return key.toLowerCase().replaceAll('_', '-');
}

function nameFault(name: string, folder: string): string | undefined {
  if (name !== folder) return `Its name is "${name}", but its folder is called "${folder}"; both must be the same.`;
  if (!skillNameSchema.safeParse(name).success) {
    return `The name "${name}" cannot be typed after a slash: use small letters, digits and single hyphens, at most 64.`;
  }
  return RESERVED_SKILL_NAMES.has(name) ? `The name "${name}" belongs to a command of Steiner; give the skill another one.` : undefined;
}
