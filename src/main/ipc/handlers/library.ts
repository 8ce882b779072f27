import { join, resolve } from 'node:path';
import type { Project } from '../../../core/engine.ts';
import type { SessionId } from '../../../shared/ids.ts';
import type { Problem } from '../../../shared/problem.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { SessionSnapshot } from '../../../shared/session-snapshot.ts';
import type { ProjectWindow } from '../../windows/project-window.ts';
import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type LibraryHandlers = Pick<
  Handlers,
  | 'sessions.mark'
  | 'sessions.trash'
  | 'sessions.trashed'
  | 'sessions.restore'
  | 'sessions.emptyTrash'
  | 'sessions.fork'
  | 'sessions.export'
  | 'sessions.import'
  | 'sessions.search'
>;

/** `home` is where `~` points. */
export function libraryHandlers({ home }: { readonly home: string }): LibraryHandlers {
  const place = (path: string, project: Project) => (path.startsWith('~/') ? join(home, path.slice(2)) : resolve(project.path, path));
  return {
    'sessions.mark': ({ session, marks }, window) => inProject(window, ({ library }) => library.mark(session, marks)),
    'sessions.trash': ({ session }, window) => inProject(window, ({ library }) => library.trash(session)),
    'sessions.trashed': (_input, window) => inProject(window, async ({ library }) => ok(await library.trashed())),
    'sessions.restore': ({ session }, window) => inProject(window, ({ library }) => library.restore(session)),
    'sessions.emptyTrash': (_input, window) =>
      inProject(window, async ({ library }) => {
        const deleted = await library.emptyTrash();
        return deleted.ok ? ok({ deleted: deleted.value }) : deleted;
      }),
    'sessions.fork': ({ session, at }, window) =>
      inProject(window, async (project) => opened(window, project, await project.library.fork(session, at))),
    'sessions.search': ({ query }, window) => inProject(window, ({ library }) => library.search(query)),
    'sessions.export': ({ session, format, path, replace }, window) =>
      inProject(window, async (project) => {
        const target = place(path.endsWith(`.${format}`) ? path : `${path}.${format}`, project);
        const written = await project.library.exportTo(session, { format, path: target, replace });
        return written.ok ? ok({ path: target }) : written;
      }),
    'sessions.import': ({ path }, window) =>
      inProject(window, async (project) => opened(window, project, await project.library.importFrom(place(path, project)))),
  };
}

async function opened(
  window: ProjectWindow,
  project: Project,
  made: Result<SessionId, Problem>,
): Promise<Result<SessionSnapshot, Problem>> {
  return made.ok ? window.exact(() => project.openSession(made.value)) : made;
}
