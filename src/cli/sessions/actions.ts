import { resolve } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { ok } from '../../shared/result.ts';
import type { SessionMarks, SessionSummary } from '../../shared/session.ts';
import { EXIT } from '../exit-code.ts';
import { formatCount, formatTable } from '../format.ts';
import { oneLine } from '../style.ts';
import { type Action, finish, pickSession, said, type Told, told, withSession } from './action.ts';

const FILTERS: Readonly<Record<string, (session: SessionSummary) => boolean>> = {
  all: () => true,
  pinned: ({ pinned }) => pinned === true,
  archived: ({ archived }) => archived === true,
};

export const FILTER_NAMES: readonly string[] = [...Object.keys(FILTERS), 'trash'];

export const listSessions: Action = async ({ project, input }) => {
  const { filter, json } = input.flags;
  const all = filter === 'trash' ? await project.library.trashed() : await project.listSessions();
  const wanted = FILTERS[filter ?? ''] ?? (filter === 'trash' ? FILTERS.all : undefined);
  const list = all.filter(wanted ?? (({ archived }) => archived !== true));
  const text = json ? list.map((session) => `${JSON.stringify(session)}\n`).join('') : formatTable(list.map(row));
  input.screen.print({ to: 'out', text });
  if (list.length === 0) input.screen.print({ to: 'err', text: emptyText(project.path, filter) });
  return EXIT.complete;
};

function emptyText(path: string, filter: string | undefined): string {
  return filter === undefined ? `No sessions in ${path} yet.\n` : `No such sessions in ${path}.\n`;
}

function row({ id, updatedAt, turns, lastStop, title, pinned, waiting }: SessionSummary): string[] {
  return [
    id,
    new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' '),
    formatCount(turns, 'turn'),
    waiting ? 'waiting' : (lastStop ?? ''),
    `${pinned ? 'pinned: ' : ''}${oneLine(title, 80)}`,
  ];
}

export const renameSession: Action = (action) =>
  withSession(action, async ({ id }) => {
    const title = action.words.slice(1).join(' ');
    return said(await action.project.command({ type: 'session.rename', session: id, title }), `Renamed to ${title}`, {
      session: id,
      title,
    });
  });

export function markAction(marks: SessionMarks): Action {
  const [[mark = '', on = false] = []] = Object.entries(marks);
  const words = mark === 'pinned' ? ['Pinned', 'Unpinned'] : ['Archived', 'Unarchived'];
  return (action) =>
    withSession(action, async ({ id, title }) =>
      said(await action.project.library.mark(id, marks), `${words[on ? 0 : 1]}: ${title}`, { session: id, ...marks }),
    );
}

export const trashSession: Action = (action) =>
  withSession(action, async ({ id, title }) =>
    said(await action.project.library.trash(id), `Moved to the trash: ${title}\nUndo with: steiner sessions restore ${id.slice(0, 8)}`, {
      session: id,
      trashed: true,
    }),
  );

export const restoreSession: Action = async ({ project, input, words }) => {
  const picked = pickSession(await project.library.trashed(), words[0]);
  if (!picked.ok) return finish(input, picked);
  const { id, title } = picked.value;
  return finish(input, said(await project.library.restore(id), `Restored: ${title}`, { session: id, trashed: false }));
};

export const emptyTrash: Action = async ({ project, input }) => {
  const deleted = await project.library.emptyTrash();
  if (!deleted.ok) return finish(input, deleted);
  return finish(input, ok(told(`Deleted for good: ${formatCount(deleted.value, 'session')}\n`, { deleted: deleted.value })));
};

export const forkSession: Action = (action) =>
  withSession(action, async ({ id }) => madeText(await action.project.library.fork(id, action.input.flags.at)));

export const importSession: Action = async ({ project, input, words }) => {
  const [file = ''] = words;
  return finish(input, madeText(await project.library.importFrom(resolve(input.terminal.cwd, file))));
};

/** The id alone, so that a script can take it. */
function madeText(made: Result<SessionId, Problem>): Result<Told, Problem> {
  return made.ok ? ok(told(`${made.value}\n`, { session: made.value })) : made;
}
