import type { Project } from '../core/engine.ts';
import type { Problem } from '../shared/problem.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { SessionSummary } from '../shared/session.ts';
import type { SessionSnapshot } from '../shared/session-snapshot.ts';
import type { Flags } from './flags.ts';
import { formatCount } from './format.ts';
import { pickSession } from './sessions/action.ts';
import { oneLine } from './style.ts';

/** The session that `--resume` or `--continue` names. */
export async function chooseSession(project: Project, { resume }: Flags): Promise<Result<SessionSummary, Problem>> {
  const sessions = await project.listSessions();
  if (resume === undefined) return newest(project, sessions);
  const picked = pickSession(sessions, resume);
  if (picked.ok || picked.error.code !== 'session_missing') return picked;
  const trashed = pickSession(await project.library.trashed(), resume);
  if (trashed.ok) return err(inTrash(trashed.value));
  return err({
    ...picked.error,
    message: `No session of ${project.path} begins with ${resume}.`,
    hint: `${picked.error.hint} One of another project needs -C <folder>.`,
  });
}

function newest({ path }: Project, sessions: readonly SessionSummary[]): Result<SessionSummary, Problem> {
  const [first] = sessions.filter(({ archived }) => archived !== true);
  if (first) return ok(first);
  const message = `There is no session in ${path} to go on with.`;
  return err({
    code: 'session_missing',
    message,
    hint: 'Start one: steiner exec "<prompt>". One that is archived can be named with --resume.',
  });
}

function inTrash({ id, title }: SessionSummary): Problem {
  return {
    code: 'session_missing',
    message: `That session is in the trash: ${title}`,
    hint: `Bring it back first: steiner sessions restore ${id.slice(0, 8)}`,
    safe: 'Nothing was changed.',
  };
}

/** `Date test · 5f0c1a2b · 3 turns · stopped: usage_limit, reset 2026-05-04 12:30 UTC`: what goes on, before it does. */
export function resumedLine({ summary }: SessionSnapshot): string {
  const { title, id, turns, lastStop, resumesAt, waiting } = summary;
  const reset = resumesAt === undefined ? '' : `, reset ${new Date(resumesAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const stopped = lastStop === undefined || lastStop === 'complete' ? [] : [`stopped: ${lastStop}${reset}`];
  return [oneLine(title, 80), id.slice(0, 8), formatCount(turns, 'turn'), ...(waiting ? ['a question waits'] : stopped)].join(' · ');
}
