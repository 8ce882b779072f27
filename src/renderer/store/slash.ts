import { isUsable, type SkillEntry } from '../../shared/skills.ts';

/** What can be typed in the prompt: a command in place of a prompt, or a skill that the prompt starts. */
export interface SlashCommand {
  readonly name: string;
  /** What may follow, as it is shown. */
  readonly argument: string;
  readonly what: string;
  readonly skill?: boolean;
}

const COMMANDS = [
  { name: 'compact', argument: '[focus]', what: 'Older messages become a summary; the focus says what to keep in view' },
  { name: 'context', argument: '', what: 'What the next request holds, source by source' },
  { name: 'mode', argument: '[plan|build]', what: 'Plan, in which no file of the project is changed, or build; alone, the other one' },
  { name: 'orchestration', argument: '', what: 'How much this session hands out to children' },
  { name: 'skills', argument: '', what: 'The list of skills, to look at and to activate' },
] as const satisfies readonly SlashCommand[];

export type SlashName = (typeof COMMANDS)[number]['name'];

export interface TypedSlash {
  readonly name: SlashName;
  readonly argument: string;
}

/** The command a text is, or undefined where it is a prompt, such as one that begins with a path. */
export function typedSlash(text: string): TypedSlash | undefined {
  const [, typed, argument = ''] = /^\/([a-z]+)(?:\s([\s\S]*))?$/.exec(text.trim()) ?? [];
  const command = COMMANDS.find(({ name }) => name === typed);
  return command && { name: command.name, argument: argument.trim() };
}

/** Commands and skills that a text may become, commands first. */
export function slashMatches(text: string, skills: readonly SkillEntry[]): readonly SlashCommand[] {
  const [, typed] = /^\/([a-z0-9-]*)(?:\s[\s\S]*)?$/.exec(text) ?? [];
  if (typed === undefined) return [];
  return [...COMMANDS, ...skills.filter(isUsable).map(asCommand)].filter(({ name }) =>
    /\s/.test(text) ? name === typed : name.startsWith(typed),
  );
}

function asCommand({ name, argument = '', description }: SkillEntry): SlashCommand {
  return { name, argument, what: description, skill: true };
}

/** The text with the name put in full, ready for what may follow. */
export function completeSlash({ name, argument }: SlashCommand): string {
  return argument === '' ? `/${name}` : `/${name} `;
}
