import type { Problem } from '../../../shared/problem.ts';
import { err, type Result } from '../../../shared/result.ts';

const SAFE = 'No key was changed, and none was written to a file.';

/** There is no keychain to use: why, and what brings one. */
export function unavailable(reason: string, hint: string): Result<never, Problem> {
  return err({ code: 'keychain_unavailable', message: `There is no keychain to use: ${reason}.`, hint, safe: SAFE });
}

/** The keychain is there and did not do it. `detail` is what it said, which never holds a secret. */
export function failed(what: string, detail: string): Result<never, Problem> {
  return err({
    code: 'keychain_unavailable',
    message: `The keychain could not ${what}.`,
    hint: 'Unlock it in the settings of your desktop and try again, or name an environment variable in api_key_env.',
    safe: SAFE,
    ...(detail.trim() === '' ? {} : { detail: detail.trim().slice(0, 200) }),
  });
}

export function unanswered(): Result<never, Problem> {
  return failed('be opened', 'nobody answered its question to unlock it');
}
