import type { ProblemCode } from '../shared/problem.ts';
import type { StopReason } from '../shared/session.ts';

/** What the process ends with. Scripts rely on these numbers: add, never renumber. */
export const EXIT = {
  complete: 0,
  error: 1,
  usage: 2,
  limit: 3,
  usageLimit: 4,
  configuration: 5,
  waiting: 6,
  hangup: 129,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;

/** For help and documentation, in the order of the numbers. */
export const EXIT_MEANINGS: readonly (readonly [number, string])[] = [
  [EXIT.complete, 'the turn is complete'],
  [EXIT.error, 'an error; the message says which'],
  [EXIT.usage, 'the command line is not valid'],
  [EXIT.limit, 'stopped by a limit of rounds or tokens; the work so far is kept'],
  [EXIT.usageLimit, "the provider's usage limit, or a budget, is reached"],
  [EXIT.configuration, 'the configuration is not valid, a folder that it names cannot be used, or there is no such model or skill'],
  [EXIT.waiting, 'a question of the session waits for a person, and nobody can be asked here'],
  [EXIT.interrupted, 'stopped by Ctrl+C (129 hang-up, 143 SIGTERM)'],
  [EXIT.brokenPipe, 'nobody reads the output any more'],
];

export function exitCodeOfStop(stop: StopReason): number {
  switch (stop) {
    case 'complete':
    case 'workflow_handoff':
      return EXIT.complete;
    case 'max_turns':
    case 'max_tokens':
      return EXIT.limit;
    case 'usage_limit':
      return EXIT.usageLimit;
    case 'cancelled':
      return EXIT.interrupted;
    case 'error':
    case 'interrupted':
      return EXIT.error;
  }
}

export function exitCodeOfProblem(code: ProblemCode): number {
  switch (code) {
    case 'config_invalid':
    case 'folder_too_broad':
    case 'model_not_found':
    case 'no_model':
    case 'place_unusable':
    case 'project_untrusted':
    case 'provider_auth':
    case 'skill_invalid':
    case 'skill_missing':
      return EXIT.configuration;
    case 'rate_limited':
    case 'usage_limit':
      return EXIT.usageLimit;
    case 'session_waiting':
      return EXIT.waiting;
    case 'cancelled':
      return EXIT.interrupted;
    case 'attachment_refused':
    case 'bad_request':
    case 'checkpoint_failed':
    case 'checkpoint_missing':
    case 'context_full':
    case 'context_unreadable':
    case 'file_changed':
    case 'file_exists':
    case 'file_unreadable':
    case 'file_unwritable':
    case 'folder_missing':
    case 'folder_not_directory':
    case 'folder_unreadable':
    case 'import_invalid':
    case 'internal':
    case 'keychain_unavailable':
    case 'model_blind':
    case 'provider_bad_answer':
    case 'provider_rejected':
    case 'provider_unreachable':
    case 'request_too_large':
    case 'sandbox_unavailable':
    case 'session_locked':
    case 'session_missing':
    case 'session_newer':
    case 'session_running':
    case 'session_unreadable':
    case 'state_unwritable':
    case 'too_many_pictures':
      return EXIT.error;
  }
}
