import type { Project } from '../core/engine.ts';
import { isUsable, MAX_SKILL_BYTES, type SkillEntry } from '../shared/skills.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { formatCount, formatTable } from './format.ts';
import { failWith, withProject } from './open-project.ts';
import { harmless, oneLine } from './style.ts';
import { unknownAction, usageError } from './usage-error.ts';

export async function skills(input: CommandInput): Promise<number> {
  const [action = 'list', name] = input.words;
  const options = { trustProjectConfig: input.flags['trust-project-config'] };
  if (action === 'list' && name === undefined) return withProject(input, options, (project) => listSkills(project, input));
  if (action === 'show' && name !== undefined) return withProject(input, options, (project) => showSkill(project, name, input));
  return usage(action, input);
}

function usage(action: string, input: CommandInput): number {
  const text =
    action === 'show'
      ? 'No skill is named.'
      : action === 'list'
        ? 'list takes no name; use show.'
        : unknownAction(action, ['list', 'show']);
  return usageError(input, text, 'skills');
}

async function listSkills(project: Project, { flags, screen }: CommandInput): Promise<number> {
  const { skills: entries, untrusted } = await project.skills.list();
  const text = flags.json ? entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') : formatTable(entries.map(row));
  screen.print({ to: 'out', text });
  const faults = entries
    .filter(({ fault }) => fault !== undefined)
    .map(({ path, fault = '' }) => `${harmless(path)}: ${harmless(fault)}\n`);
  screen.print({ to: 'err', text: flags.json ? '' : faults.join('') });
  if (untrusted > 0) {
    const left = `${formatCount(untrusted, 'skill')} of the project left out, because it is not trusted. See steiner skills --help\n`;
    screen.print({ to: 'err', text: left });
  }
  return EXIT.complete;
}

function row(entry: SkillEntry): string[] {
  const { name, argument, origin, bytes, description } = entry;
  const typed = argument === undefined ? `/${name}` : `/${name} ${argument}`;
  return [harmless(typed), origin, sizeText(bytes), isUsable(entry) ? oneLine(description, 100) : unusable(entry)];
}

function sizeText(bytes: number): string {
  const size = bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes > MAX_SKILL_BYTES ? `${size}, its end is left out` : size;
}

function unusable({ shadowedBy }: SkillEntry): string {
  return shadowedBy === undefined ? '(cannot be used)' : `(not used: the ${WHOSE[shadowedBy]} one of this name wins)`;
}

const WHOSE = { bundled: 'bundled', user: "user's", project: "project's" } as const;

/** The text that the model is told, so that it can go through a pipe. */
async function showSkill(project: Project, name: string, input: CommandInput): Promise<number> {
  const read = await project.skills.read(name);
  if (!read.ok) return failWith(read.error, input);
  const { skill } = read.value;
  const text = input.flags.json ? JSON.stringify(skill) : harmless(skill.body).trimEnd();
  input.screen.print({ to: 'out', text: `${text}\n` });
  return EXIT.complete;
}
