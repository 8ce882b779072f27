import { nearestNames } from '../../shared/nearest.ts';
import type { CommandInput } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { withProject } from '../open-project.ts';
import type { Action } from './action.ts';
import {
  emptyTrash,
  forkSession,
  importSession,
  listSessions,
  markAction,
  renameSession,
  restoreSession,
  trashSession,
} from './actions.ts';
import { sessionContext } from './context.ts';
import { exportSession, showSession } from './export.ts';
import { rewindSession } from './rewind.ts';
import { searchAll } from './search.ts';

const ACTIONS: Readonly<Record<string, Action>> = {
  list: listSessions,
  show: showSession,
  rename: renameSession,
  pin: markAction({ pinned: true }),
  unpin: markAction({ pinned: false }),
  archive: markAction({ archived: true }),
  unarchive: markAction({ archived: false }),
  trash: trashSession,
  restore: restoreSession,
  'empty-trash': emptyTrash,
  fork: forkSession,
  rewind: rewindSession,
  context: sessionContext,
  search: searchAll,
  export: exportSession,
  import: importSession,
};

/** `steiner sessions [action] …`; without an action the list. */
export async function sessions(input: CommandInput): Promise<number> {
  const [name = 'list', ...words] = input.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action) return withProject(input, {}, (project) => action({ project, input, words }));
  const [meant] = nearestNames(name, Object.keys(ACTIONS));
  const text = `There is no action "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  input.screen.print({ to: 'err', text: `${input.style.failed(`error: ${text}`)}\nSee steiner sessions --help\n` });
  return EXIT.usage;
}
