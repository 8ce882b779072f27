import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type TranscriptHandlers = Pick<
  Handlers,
  'sessions.items' | 'sessions.find' | 'sessions.locate' | 'sessions.edits' | 'sessions.generations'
>;

export function transcriptHandlers(): TranscriptHandlers {
  return {
    'sessions.items': ({ session, at }, window) => inProject(window, ({ transcripts }) => transcripts.items(session, at)),
    'sessions.find': ({ session, query }, window) => inProject(window, ({ transcripts }) => transcripts.find(session, query)),
    'sessions.locate': ({ session, item }, window) => inProject(window, ({ transcripts }) => transcripts.locate(session, item)),
    'sessions.edits': ({ session }, window) => inProject(window, ({ transcripts }) => transcripts.edits(session)),
    'sessions.generations': ({ session, wanted }, window) =>
      inProject(window, ({ transcripts }) => transcripts.generations(session, wanted)),
  };
}
