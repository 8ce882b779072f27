import { z } from 'zod';
import { sessionIdSchema } from './ids.ts';
import { type SessionSummary, sessionMarksSchema } from './session.ts';
import type { SessionSnapshot } from './session-snapshot.ts';

const none = z.object({}).strict();
const path = z.string().min(1).max(4_096);

/** The requests about whole sessions: where they stand in the list, the trash, copies and files. */
export const libraryRequests = {
  'sessions.mark': z.object({ session: sessionIdSchema, marks: sessionMarksSchema.strict() }),
  'sessions.trash': z.object({ session: sessionIdSchema }),
  'sessions.trashed': none,
  'sessions.restore': z.object({ session: sessionIdSchema }),
  'sessions.emptyTrash': none,
  /** `at` is a message or call; without it the whole session is taken. */
  'sessions.fork': z.object({ session: sessionIdSchema, at: z.string().min(1).optional() }),
  /** The name gets the format's ending when it has not, so that no file of another kind is ever written over. A path that begins with `~/` counts from the home folder, any other that is not absolute from the project. */
  'sessions.export': z.object({ session: sessionIdSchema, format: z.enum(['md', 'json']), path, replace: z.boolean() }),
  'sessions.import': z.object({ path }),
} as const satisfies Record<string, z.ZodType>;

export interface LibraryOutputs {
  'sessions.mark': null;
  'sessions.trash': null;
  'sessions.trashed': readonly SessionSummary[];
  'sessions.restore': null;
  'sessions.emptyTrash': { readonly deleted: number };
  'sessions.fork': SessionSnapshot;
  /** The absolute path of the file that was written. */
  'sessions.export': { readonly path: string };
  'sessions.import': SessionSnapshot;
}
