/** What one type of child is for, and what it may use. */
export interface AgentType {
  readonly name: string;
  /** Ends a sentence that begins with the type. */
  readonly purpose: string;
  readonly notFor: string;
  /** Names of tools; those that the parent has not got are left out. */
  readonly tools: readonly string[];
  /** `read-only`: nothing in the project can be written, by commands neither. `commands`: commands may leave files behind, such as the output of a build. */
  readonly access: 'read-only' | 'commands';
  /** Which instructions of the project it is given. */
  readonly instructions: 'none' | 'agents' | 'all';
  /** What it is told about its kind of work. */
  readonly craft: string;
}

const LOOKUPS = ['glob', 'grep', 'ls', 'read'] as const;
const SHELL = ['bash', 'bash_kill', 'bash_output'] as const;
const WEB = ['fetch_url', 'web_search'] as const;

/** Every type there is, in the order of the roster. */
export const AGENT_TYPES = [
  {
    name: 'explore',
    purpose: 'finds files, symbols, call sites and patterns in the project',
    notFor: 'questions about the web or documentation',
    tools: [...LOOKUPS, ...SHELL],
    access: 'read-only',
    instructions: 'agents',
    craft: 'Search wide first, then read what matters. Answer with paths and line numbers, and say what you looked for and did not find.',
  },
  {
    name: 'research',
    purpose: 'searches the web and documentation and puts the findings together',
    notFor: 'what the project itself can answer',
    tools: [...LOOKUPS, ...WEB],
    access: 'read-only',
    instructions: 'none',
    craft: 'Prefer primary sources. Give the address of each source, its date or version where it has one, and say where sources disagree.',
  },
  {
    name: 'evaluate',
    purpose: 'weighs the options of one bounded decision',
    notFor: 'planning the whole task, or answers that are plain',
    tools: [...LOOKUPS, ...SHELL],
    access: 'read-only',
    instructions: 'all',
    craft:
      'Name the options, what speaks for and against each in this project, and which you would take and why. Say what would change your mind.',
  },
  {
    name: 'sanity_check',
    purpose: 'runs tests, linters and builds and says what passes',
    notFor: 'changing anything',
    tools: [...LOOKUPS, ...SHELL],
    access: 'commands',
    instructions: 'agents',
    craft:
      'Run what you were given, mend nothing. Begin with pass or fail; then each command with its exit code, and of failures the lines that matter. Edit no file; what a build or a test run leaves behind is fine.',
  },
  {
    name: 'review',
    purpose: 'reads a change and finds bugs, regressions and missing tests',
    notFor: 'sweeps without a diff range, or repairing what it finds',
    tools: [...LOOKUPS, ...SHELL],
    access: 'read-only',
    instructions: 'all',
    craft:
      'Read the diff and the code around it. Report what is wrong, not what is done: path and line, what happens, when, and how bad. Begin with blocking findings. Finding nothing is an answer.',
  },
] as const satisfies readonly AgentType[];

/** The type of that name. */
export function agentType(name: string): (typeof AGENT_TYPES)[number] | undefined {
  return AGENT_TYPES.find((type) => type.name === name);
}

/** The types that can be started here. `tools` are those the parent has. */
export function typesFor(tools: ReadonlySet<string>): readonly AgentType[] {
  return AGENT_TYPES.filter(({ name }) => name !== 'research' || tools.has('web_search'));
}
