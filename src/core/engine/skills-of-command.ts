import type { Command } from '../../shared/commands.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { ReadSkill, SkillCatalog } from '../prompt/skills/skill-catalog.ts';
import type { Given } from '../session/session.ts';

/** The skills a command asks for, read from disk. A problem when one of them cannot be used: then the command is not to be carried out. */
export async function skillsOfCommand(command: Command, catalog: SkillCatalog): Promise<Result<Given | undefined, Problem>> {
  if (command.type === 'session.skill') return command.active ? gather([command.name], undefined, catalog) : ok(undefined);
  if (command.type !== 'prompt' && command.type !== 'queue.edit') return ok(undefined);
  const typed = await typedSkill(command.text, catalog);
  const named = command.type === 'prompt' ? command.skills : undefined;
  const names = [...(named ?? []), ...(typed === undefined ? [] : [typed])];
  return names.length === 0 ? ok(undefined) : gather(names, typed, catalog);
}

/** What a text begins with as `/name`, when there is such a skill; any other text with a slash is a prompt like all. */
async function typedSkill(text: string, catalog: SkillCatalog): Promise<string | undefined> {
  const [, name] = /^\/([a-z0-9-]+)(?:\s|$)/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const { skills } = await catalog.list();
  return skills.some((skill) => skill.name === name) ? name : undefined;
}

async function gather(names: readonly string[], typed: string | undefined, catalog: SkillCatalog): Promise<Result<Given, Problem>> {
  const read: ReadSkill[] = [];
  for (const name of new Set(names)) {
    const one = await catalog.read(name);
    if (!one.ok) return one;
    read.push(one.value);
  }
  const asked = read.find(({ skill }) => skill.name === typed)?.mode;
  return ok({ skills: read.map(({ skill }) => skill), ...(asked === undefined || asked === 'keep' ? {} : { mode: asked }) });
}
