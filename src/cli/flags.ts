/** Every option any command takes. A command gets only those that it declares. */
export interface Flags {
  readonly help?: boolean;
  readonly version?: boolean;
  readonly json?: boolean;
  readonly model?: string;
  readonly image?: readonly string[];
  readonly profile?: string;
  readonly catalogue?: boolean;
  readonly cwd?: string;
  readonly unsafe?: boolean;
  readonly 'broad-folder'?: boolean;
  readonly 'trust-project-config'?: boolean;
  readonly format?: string;
  readonly output?: string;
  readonly replace?: boolean;
  readonly at?: string;
  readonly filter?: string;
  readonly 'escape-suite'?: boolean;
  readonly all?: boolean;
  readonly remove?: string;
  readonly log?: boolean;
  readonly files?: boolean;
  readonly chat?: boolean;
  readonly redo?: boolean;
  readonly skill?: readonly string[];
  readonly 'dry-run'?: boolean;
  readonly timeout?: string;
  readonly refresh?: boolean;
  readonly 'debug-url'?: boolean;
  readonly project?: boolean;
  readonly resume?: string;
  readonly continue?: boolean;
  readonly config?: string;
  readonly verbose?: boolean;
}

export interface FlagSpec {
  /** `list` is a string that may be given several times. */
  readonly type: 'boolean' | 'string' | 'list';
  readonly short?: string;
  /** How the value is called in help. */
  readonly value?: string;
  readonly help: string;
}

export const FLAGS: Readonly<Record<keyof Flags, FlagSpec>> = {
  json: { type: 'boolean', help: 'print data for programs, one JSON object per line' },
  image: { type: 'list', short: 'i', value: 'file', help: 'a picture to send with the prompt; may be given several times' },
  model: {
    type: 'string',
    short: 'm',
    value: 'ref',
    help: "an alias of the configuration or provider/model-id, #effort may follow; default: the profile's",
  },
  profile: { type: 'string', value: 'name', help: 'of models.profiles, in place of default' },
  catalogue: { type: 'boolean', help: 'fetch the catalogue of models too' },
  cwd: { type: 'string', short: 'C', value: 'folder', help: 'the project; default: the current folder' },
  unsafe: { type: 'boolean', help: 'run commands without the sandbox, for this process only' },
  'broad-folder': { type: 'boolean', help: 'work in a folder that holds the whole home folder, for this process only' },
  'trust-project-config': { type: 'boolean', help: "apply the project's own settings, for this process only" },
  config: { type: 'string', value: 'file', help: "settings to apply in place of the project's own file" },
  verbose: { type: 'boolean', help: 'write everything into the log: logging.level is debug' },
  format: { type: 'string', value: 'md|json', help: 'how a session is exported; default: md' },
  output: { type: 'string', short: 'o', value: 'file', help: 'write there instead of printing' },
  replace: { type: 'boolean', help: 'overwrite a file that is there' },
  at: {
    type: 'string',
    value: 'message',
    help: 'the message to fork at: an answer is still in the fork, a prompt becomes its unsent draft',
  },
  remove: { type: 'string', value: 'id', help: 'end the rule with that id' },
  log: { type: 'boolean', help: 'print every decision so far instead, oldest first' },
  files: { type: 'boolean', help: 'bring the files back to before the turn' },
  chat: { type: 'boolean', help: 'hide the turn and what came after it' },
  redo: { type: 'boolean', help: 'take the last rewind back' },
  'dry-run': { type: 'boolean', help: 'change nothing, and say what would be done' },
  skill: { type: 'list', value: 'name', help: 'activate that skill first; may be given several times' },
  refresh: { type: 'boolean', help: 'ask the accounts for their limits first' },
  timeout: { type: 'string', value: 'seconds', help: 'how long to wait for the browser; default: 120' },
  'debug-url': { type: 'boolean', help: 'print the address of the page and open no browser' },
  resume: { type: 'string', value: 'session', help: 'go on with that session; the first characters of its id are enough' },
  continue: { type: 'boolean', help: 'go on with the session of the project that changed last' },
  project: { type: 'boolean', help: "change the project's own file instead of yours" },
  all: { type: 'boolean', help: 'in every project' },
  filter: { type: 'string', value: 'which', help: 'all, pinned, archived or trash; default: all that are not archived' },
  'escape-suite': { type: 'boolean', help: 'try to get out of the sandbox in every known way, and say what held' },
  help: { type: 'boolean', short: 'h', help: 'print help' },
  version: { type: 'boolean', short: 'v', help: 'print the version' },
};
