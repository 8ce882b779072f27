import type { Command, Writes } from './command.ts';
import type { Flags } from './flags.ts';

export interface CommandSpec {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly notes: readonly string[];
  readonly flags: readonly (keyof Flags)[];
  readonly maxWords?: number;
  /** Where it keeps something for good. Default: nowhere. */
  readonly writes?: (words: readonly string[], flags: Flags) => Writes;
  /** Commands are separate files, so that each start reads only what it needs. */
  readonly load: () => Promise<Command>;
}

/** Opens the window; what runs when no command is named. */
export const WINDOW: CommandSpec = {
  name: 'window',
  usage: 'steiner [folder]',
  summary: 'Open a window on a project; without a folder, on the last one.',
  notes: [],
  flags: ['model', 'profile', 'help', 'version'],
  maxWords: 1,
  load: async () => (await import('./window.ts')).openWindow,
};

/** Actions that change no session. */
const READS_SESSIONS: ReadonlySet<string> = new Set(['list', 'show', 'export', 'search', 'context', 'prefix']);

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'exec',
    usage: 'steiner exec "<prompt>"',
    summary: 'Run one turn, in a new session or one that is there, and print the answer.',
    notes: [
      'Without a prompt it is read from standard input. The answer goes to standard output, everything else to standard error.',
      'Paths outside the project are asked about at the terminal; without one they are refused, but for what a rule of the project allows.',
      'A project that brings its own settings must be trusted: that is asked at the terminal; without one --trust-project-config says so.',
      'A prompt that begins with /name, or --skill name, activates that skill first; steiner skills lists them.',
      'Files, lines and folders are sent along where the prompt names them: @src/a.ts, @src/a.ts:10-40, @src/, @"a b.txt". Pictures go by --image or @picture.png.',
      'With --resume or --continue a session goes on. Without a prompt that is from where it stopped: a question that waits, a turn that was cut off, a usage limit.',
      'With --json every event is one line of JSON on standard output.',
    ],
    flags: [
      'resume',
      'continue',
      'model',
      'profile',
      'skill',
      'image',
      'cwd',
      'unsafe',
      'broad-folder',
      'config',
      'trust-project-config',
      'verbose',
      'json',
      'help',
    ],
    writes: () => ['state'],
    load: async () => (await import('./exec.ts')).exec,
  },
  {
    name: 'demo',
    usage: 'steiner demo',
    summary: 'Watch a scripted turn on the sample project; needs no model and no network.',
    notes: ['The model is a script. Tools, sandbox, files and tests are real. The sample starts over each time.'],
    flags: ['json', 'help'],
    maxWords: 0,
    writes: () => ['state'],
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'sessions',
    usage: 'steiner sessions [action] [session]',
    summary: 'List the sessions of the project, or do something with one.',
    notes: [
      'Actions: list, show, rename <session> "<title>", pin, unpin, archive, unarchive, trash, restore, empty-trash, fork, export, import <file>, search <words>, context, prefix, clean, rewind.',
      'A session is named by its id or the beginning of it. list takes --filter pinned, archived or trash.',
      'show and export print; export writes a file with --output. fork copies the whole session, or with --at up to a message. search looks into all projects with --all.',
      'clean does what the settings under retention say, and removes texts and pictures that no session names; --dry-run only says what that would be.',
      'context <session> says what its next request holds, source by source, with sizes and what is cut or has changed since.',
      'prefix <session> lists what was sent to models, and where the cache of a provider was lost; with the number of a request, or of two, it shows where they differ.',
      'rewind <session> lists the turns; with a turn it says what would change, and with --files, --chat or both goes back to before it; --redo takes that back.',
    ],
    flags: ['cwd', 'format', 'output', 'replace', 'at', 'filter', 'all', 'files', 'chat', 'redo', 'dry-run', 'json', 'help'],
    writes: ([action = 'list']) => (READS_SESSIONS.has(action) ? [] : ['state']),
    load: async () => (await import('./sessions/sessions.ts')).sessions,
  },
  {
    name: 'models',
    usage: 'steiner models [action]',
    summary: 'List the models that can be used in the project, and what is known of them.',
    notes: [
      'Actions: list [words], refresh [providers], status, inspect <reference>, roles. A reference is an alias or provider/model-id; #effort may follow.',
      'list shows what the configuration names, what providers listed, and before they did what the shipped catalogue knows of them.',
      'refresh asks the providers for their lists and fails when none answered; --catalogue fetches the catalogue too. status says how old everything is.',
      'inspect says of each fact where it is known from. roles shows which model does what; --profile looks at another profile.',
    ],
    flags: ['cwd', 'profile', 'catalogue', 'config', 'trust-project-config', 'json', 'help'],
    writes: ([action]) => (action === 'refresh' ? ['cache'] : []),
    load: async () => (await import('./models/models.ts')).models,
  },
  {
    name: 'skills',
    usage: 'steiner skills [list|show <name>]',
    summary: 'List the skills that can be started in the project, or print one.',
    notes: [
      'A skill is a folder with a SKILL.md: shipped with Steiner, in the skills folder beside your config.yaml, or in .steiner/skills of a trusted project.',
      'Of two with one name the one of the project wins, then yours. One that cannot be used is listed with the reason.',
    ],
    flags: ['cwd', 'trust-project-config', 'json', 'help'],
    maxWords: 2,
    load: async () => (await import('./skills.ts')).skills,
  },
  {
    name: 'approvals',
    usage: 'steiner approvals',
    summary: 'List what is allowed for good in the project and its worktrees.',
    notes: ['A rule is made where a question is answered: p at the terminal, or "Allow for this project" in the window.'],
    flags: ['cwd', 'remove', 'log', 'json', 'help'],
    maxWords: 0,
    writes: (_words, { remove }) => (remove === undefined ? [] : ['config']),
    load: async () => (await import('./approvals.ts')).approvals,
  },
  {
    name: 'usage',
    usage: 'steiner usage',
    summary: 'Show what model requests took and cost, by day, model and project.',
    notes: [
      'A cost that is not known is left out and counted as unpriced; it is never taken for zero.',
      'Below it the limits that the accounts of this folder reported last, with what the present pace leads to; --refresh asks them first.',
    ],
    flags: ['cwd', 'refresh', 'json', 'help'],
    maxWords: 0,
    load: async () => (await import('./usage.ts')).usage,
  },
  {
    name: 'login',
    usage: 'steiner login codex [status]',
    summary: 'Sign in to an account that takes the place of an API key.',
    notes: [
      'The page of the provider opens in your browser, which comes back to a port of this machine. Nothing is typed here.',
      'With status it is only said whether you are signed in; that ends with 1 when you are not.',
    ],
    flags: ['timeout', 'debug-url', 'json', 'help'],
    maxWords: 2,
    writes: ([, action]) => (action === 'status' ? [] : ['config']),
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    usage: 'steiner logout codex',
    summary: 'Forget a sign-in on this machine.',
    notes: [],
    flags: ['help'],
    maxWords: 1,
    writes: () => ['config'],
    load: async () => (await import('./login.ts')).logout,
  },
  {
    name: 'keys',
    usage: 'steiner keys [action] [name]',
    summary: 'Keep API keys in the keychain of the operating system.',
    notes: [
      'Actions: list, set <name>, delete <name>, move <provider>. set reads the key at the terminal without showing it, or from standard input.',
      'In the configuration a key of the keychain is named as api_key: keychain:<name>. Nothing ever prints a key.',
      'Linux: the Secret Service of the session, through secret-tool (libsecret-tools). macOS: the login keychain.',
    ],
    flags: ['json', 'help'],
    maxWords: 2,
    writes: ([action]) => (action === 'move' ? ['config'] : []),
    load: async () => (await import('./keys.ts')).keys,
  },
  {
    name: 'config',
    usage: 'steiner config [get|set|unset] [key] [value]',
    summary: 'Show every setting that counts in the project and where it was decided, or change one.',
    notes: [
      'get <key> prints what counts, for one key or for all below it. set <key> <value> writes it into your own file, unset <key> takes it out.',
      "With --project the project's file is written. Comments and the form of the file stay. What the program would not start with is refused.",
      `A value reads as in the file: 80, true, plan, 30s, [a, b]. \${NAME} takes it from the environment. Quote what your shell would take apart.`,
      'Secrets are shown as (set). The last column is default, user or project with file and line, environment with the variable, or option.',
      "The project's own file is left out, and that is said, as long as the project is not trusted.",
    ],
    flags: ['cwd', 'project', 'model', 'profile', 'unsafe', 'config', 'trust-project-config', 'verbose', 'json', 'help'],
    maxWords: 3,
    writes: ([action], { project }) => ((action === 'set' || action === 'unset') && !project ? ['config'] : []),
    load: async () => (await import('./config/config.ts')).config,
  },
  {
    name: 'doctor',
    usage: 'steiner doctor',
    summary: 'Check what Steiner needs on this machine.',
    notes: ['Ends with 1 when a check failed. The escape suite takes up to a minute and ends with 1 when one attempt got through.'],
    flags: ['escape-suite', 'json', 'help'],
    maxWords: 0,
    load: async () => (await import('./doctor.ts')).doctor,
  },
];
