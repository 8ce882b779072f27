/** What can be typed in the prompt instead of a prompt. */
export interface SlashCommand {
  readonly name: string;
  /** What may follow, as it is shown. */
  readonly argument: string;
  readonly what: string;
}

const COMMANDS = [
  { name: 'compact', argument: '[focus]', what: 'Older messages become a summary; the focus says what to keep in view' },
] as const satisfies readonly SlashCommand[];

export type SlashName = (typeof COMMANDS)[number]['name'];

export interface TypedSlash {
  readonly name: SlashName;
  readonly argument: string;
}

/** The command a text is, or undefined where it is a prompt, such as one that begins with a path. */
export function typedSlash(text: string): TypedSlash | undefined {
  const [, typed, argument = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  const command = COMMANDS.find(({ name }) => name === typed);
  return command && { name: command.name, argument: argument.trim() };
}

/** Commands that a text may become. */
export function slashMatches(text: string): readonly SlashCommand[] {
  const [, typed] = /^\/([a-z]*)(?:\s[\s\S]*)?$/.exec(text) ?? [];
  if (typed === undefined) return [];
  return COMMANDS.filter(({ name }) => (/\s/.test(text) ? name === typed : name.startsWith(typed)));
}
