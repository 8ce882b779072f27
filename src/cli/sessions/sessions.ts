import type { CommandInput } from '../command.ts';
import type { Flags } from '../flags.ts';
import { withProject } from '../open-project.ts';
import { unknownAction, usageError } from '../usage-error.ts';
import type { Action } from './action.ts';
import {
  emptyTrash,
  FILTER_NAMES,
  forkSession,
  importSession,
  listSessions,
  markAction,
  renameSession,
  restoreSession,
  trashSession,
} from './actions.ts';
import { cleanSessions } from './clean.ts';
import { sessionContext } from './context.ts';
import { exportSession, showSession } from './export.ts';
import { sessionPrefix } from './prefix.ts';
import { rewindSession } from './rewind.ts';
import { searchAll } from './search.ts';

interface Entry {
  readonly run: Action;
  /** How many words follow the action, at least and at most. */
  readonly words: readonly [least: number, most: number];
}

const ONE = [1, 1] as const;
const ACTIONS: Readonly<Record<string, Entry>> = {
  list: { run: listSessions, words: [0, 0] },
  show: { run: showSession, words: ONE },
  rename: { run: renameSession, words: [2, Number.POSITIVE_INFINITY] },
  pin: { run: markAction({ pinned: true }), words: ONE },
  unpin: { run: markAction({ pinned: false }), words: ONE },
  archive: { run: markAction({ archived: true }), words: ONE },
  unarchive: { run: markAction({ archived: false }), words: ONE },
  trash: { run: trashSession, words: ONE },
  restore: { run: restoreSession, words: ONE },
  'empty-trash': { run: emptyTrash, words: [0, 0] },
  fork: { run: forkSession, words: ONE },
  rewind: { run: rewindSession, words: [1, 2] },
  clean: { run: cleanSessions, words: [0, 0] },
  context: { run: sessionContext, words: ONE },
  prefix: { run: sessionPrefix, words: [1, 3] },
  search: { run: searchAll, words: [1, Number.POSITIVE_INFINITY] },
  export: { run: exportSession, words: ONE },
  import: { run: importSession, words: ONE },
};

/** What is missing, by how many words there are. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  rename: ['No session is named.', 'There is no title. Give it after the session.'],
  search: ['There are no words to search for.'],
  import: ['No file is named.'],
};

/** `steiner sessions [action] …`; without an action the list. */
export async function sessions(input: CommandInput): Promise<number> {
  const [name = 'list', ...given] = input.words;
  const words = given.filter((word) => word.trim() !== '');
  const entry = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!entry) return usageError(input, unknownAction(name, Object.keys(ACTIONS)), 'sessions');
  const fault = wordFault(name, entry, words) ?? flagFault(input.flags);
  if (fault !== undefined) return usageError(input, fault, 'sessions');
  return withProject(input, {}, (project) => entry.run({ project, input, words }));
}

function wordFault(name: string, { words: [least, most] }: Entry, words: readonly string[]): string | undefined {
  if (words.length < least) return MISSING[name]?.[words.length] ?? 'No session is named. List them with steiner sessions.';
  const surplus = words[most];
  return surplus === undefined ? undefined : `Unexpected argument "${surplus}".`;
}

function flagFault({ filter, format }: Flags): string | undefined {
  if (filter !== undefined && !FILTER_NAMES.includes(filter)) return `There is no filter "${filter}". Use ${FILTER_NAMES.join(', ')}.`;
  if (format !== undefined && format !== 'md' && format !== 'json') return `There is no format "${format}". Use md or json.`;
  return undefined;
}
