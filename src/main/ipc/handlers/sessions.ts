import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type SessionHandlers = Pick<
  Handlers,
  | 'sessions.list'
  | 'sessions.create'
  | 'sessions.open'
  | 'sessions.close'
  | 'session.context'
  | 'prefix.report'
  | 'prefix.pair'
  | 'session.command'
  | 'rewind.plan'
  | 'rewind.go'
  | 'rewind.redo'
  | 'prompts.list'
  | 'prompts.stash'
  | 'prompts.unstash'
  | 'draft.get'
  | 'draft.set'
>;

export function sessionHandlers(): SessionHandlers {
  return {
    'sessions.list': (_input, window) => inProject(window, async (project) => ok(await project.listSessions())),
    'sessions.create': (start, window) => inProject(window, (project) => window.exact(() => project.createSession(start))),
    'sessions.open': ({ session }, window) => inProject(window, (project) => window.exact(() => project.openSession(session))),
    'sessions.close': ({ session }, window) => inProject(window, ({ library }) => library.close(session)),
    'session.context': ({ session }, window) => inProject(window, (project) => project.contextOf(session)),
    'prefix.report': ({ session, before }, window) => inProject(window, ({ prefix }) => prefix.report(session, { before })),
    'prefix.pair': ({ session, a, b }, window) => inProject(window, ({ prefix }) => prefix.pair(session, a, b)),
    'session.command': ({ command }, window) => inProject(window, (project) => project.command(command)),
    'rewind.plan': ({ session, turn }, window) => inProject(window, ({ rewinds }) => rewinds.plan(session, turn)),
    'rewind.go': ({ session, turn, files, chat }, window) =>
      inProject(window, ({ rewinds }) => rewinds.rewind(session, { turn, files, chat })),
    'rewind.redo': ({ session }, window) => inProject(window, ({ rewinds }) => rewinds.redo(session)),
    'prompts.list': (_input, window) =>
      inProject(window, async ({ prompts }) => ok({ history: await prompts.history(), stashed: await prompts.stashed() })),
    'prompts.stash': (spoken, window) =>
      inProject(window, async ({ prompts }) => {
        const stashed = await prompts.stash(spoken);
        return stashed.ok ? ok({ stashed: stashed.value }) : stashed;
      }),
    'prompts.unstash': ({ session }, window) =>
      inProject(window, async (project) => {
        const taken = await project.prompts.unstash((spoken) => project.writeDraft(session, spoken));
        return taken.ok ? ok({ spoken: taken.value.spoken ?? null, stashed: taken.value.left }) : taken;
      }),
    'draft.get': ({ session }, window) => inProject(window, async (project) => ok(await project.readDraft(session))),
    'draft.set': ({ session, ...draft }, window) => inProject(window, (project) => project.writeDraft(session, draft)),
  };
}
