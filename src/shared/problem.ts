import { z } from 'zod';

/** Everything that can go wrong in a way a person can act on. New kinds are added here, never invented at the call. */
export const problemCodeSchema = z.enum([
  'attachment_refused',
  'bad_request',
  'cancelled',
  'checkpoint_failed',
  'checkpoint_missing',
  'config_invalid',
  'context_full',
  'context_unreadable',
  'file_changed',
  'file_exists',
  'file_unreadable',
  'file_unwritable',
  'folder_missing',
  'folder_not_directory',
  'folder_too_broad',
  'folder_unreadable',
  'import_invalid',
  'internal',
  'keychain_unavailable',
  'model_blind',
  'model_not_found',
  'no_model',
  'place_unusable',
  'project_untrusted',
  'provider_auth',
  'provider_bad_answer',
  'provider_rejected',
  'provider_unreachable',
  'rate_limited',
  'request_too_large',
  'sandbox_unavailable',
  'session_locked',
  'session_missing',
  'session_newer',
  'session_running',
  'session_unreadable',
  'session_waiting',
  'skill_invalid',
  'skill_missing',
  'state_unwritable',
  'too_many_pictures',
  'usage_limit',
]);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/** A model server refused a request for how much is in it: with less it may be taken. */
export const TOO_FULL: ReadonlySet<ProblemCode> = new Set(['context_full', 'request_too_large', 'too_many_pictures'] as const);

/**
 * An expected failure, worded for the person.
 *
 * `message` says what happened, `hint` what to do about it, `safe` what was not lost.
 * `detail` may hold a technical line (an errno, an HTTP body); it never holds a stack trace.
 */
export const problemSchema = z.object({
  code: problemCodeSchema,
  message: z.string().min(1),
  hint: z.string().min(1),
  safe: z.string().min(1).optional(),
  /** Of a usage limit: when it is emptied, in milliseconds since the epoch. */
  resetsAt: z.number().optional(),
  detail: z.string().min(1).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
