import type { Problem } from '../../shared/problem.ts';
import { errnoOf } from '../lib/errno.ts';

interface Cause {
  readonly because: string;
  readonly hint: string;
}

const CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: { because: 'the disk is full', hint: 'Free some space, then open the session again.' },
  EDQUOT: { because: 'your disk quota is used up', hint: 'Free some space, then open the session again.' },
  EACCES: { because: 'permission was denied', hint: 'Check who owns the state folder and its permissions, then try again.' },
  EPERM: { because: 'the operation is not permitted', hint: 'Check who owns the state folder and its permissions, then try again.' },
  EROFS: { because: 'the disk is read-only', hint: 'Make the disk writable, or set STEINER_HOME to a folder that is.' },
  EIO: { because: 'the disk reported an error', hint: 'Check the disk, and copy what matters to another one.' },
  EMFILE: { because: 'too many files are open', hint: 'Close some windows or programs, then try again.' },
};

function causeOf(failure: unknown): Cause {
  const code = errnoOf(failure);
  const fallback = { because: code ?? 'of an unexpected failure', hint: 'Check the state folder, then open the session again.' };
  return CAUSES[code ?? ''] ?? fallback;
}

function detailOf(failure: unknown): string {
  return failure instanceof Error && failure.message !== '' ? failure.message : String(failure);
}

/** `what` is a plain sentence without its end, such as "The session could not be saved". */
export function unwritable(failure: unknown, what: string): Problem {
  const { because, hint } = causeOf(failure);
  return {
    code: 'state_unwritable',
    message: `${what}: ${because}.`,
    hint,
    safe: 'Everything shown as done before this is saved.',
    detail: detailOf(failure),
  };
}

export function unreadable(failure: unknown, path: string): Problem {
  const { because, hint } = causeOf(failure);
  return {
    code: 'session_unreadable',
    message: `The session could not be read: ${because}.`,
    hint,
    safe: `Nothing was changed: the log is still at ${path}.`,
    detail: detailOf(failure),
  };
}

/** Of what was sent to models. */
export function unreadableRecord(failure: unknown): Problem {
  const { because } = causeOf(failure);
  return {
    code: 'session_unreadable',
    message: `The record of what was sent to models could not be read: ${because}.`,
    hint: 'Look at requests.jsonl in the folder of the session; it can be moved away or deleted.',
    safe: 'The session itself does not depend on it.',
    detail: detailOf(failure),
  };
}

export function damagedHeader(path: string): Problem {
  return {
    code: 'session_unreadable',
    message: 'The session could not be read: the first line of its log is damaged.',
    hint: `Restore ${path} from a backup, or start a new session.`,
    safe: 'Nothing was changed: the log is as it was found.',
  };
}

export function missing(path: string): Problem {
  return {
    code: 'session_missing',
    message: 'This session is not there any more.',
    hint: 'Choose another session, or start a new one.',
    detail: path,
  };
}

export function newer(schema: number): Problem {
  return {
    code: 'session_newer',
    message: 'A newer version of Steiner wrote this session.',
    hint: 'Update Steiner to go on with it. Here it can be read, as far as this version understands it.',
    safe: 'The log is not changed.',
    detail: `log schema ${schema}`,
  };
}

export function locked(pid: number): Problem {
  return {
    code: 'session_locked',
    message: `Another Steiner process has this session open (pid ${pid}).`,
    hint: 'Close it there and open it here again. Until then it can be read but not continued here.',
    safe: 'The other process keeps saving it.',
  };
}

export function closed(): Problem {
  return { code: 'internal', message: 'The session is closed.', hint: 'Open it again.', safe: 'Everything before this is saved.' };
}
