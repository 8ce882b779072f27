import type { Project } from '../core/engine.ts';
import type { GivenAttachment } from '../shared/attachments.ts';
import type { Envelope, KeptEvent } from '../shared/events.ts';
import type { SessionId } from '../shared/ids.ts';
import type { SessionSnapshot } from '../shared/ipc.ts';
import type { Problem } from '../shared/problem.ts';
import { ok, type Result } from '../shared/result.ts';

export type TurnEnd = Extract<KeptEvent, { type: 'turn.end' }>;

export interface FollowOptions {
  readonly project: Project;
  readonly prompt: string;
  /** Activated before it. */
  readonly skills?: readonly string[] | undefined;
  readonly attachments?: readonly GivenAttachment[] | undefined;
  /** Stops the turn; what it did so far is kept. */
  readonly signal: AbortSignal;
  /** Every event of the new session from its first on, in order, and those of its children. */
  readonly watch: (envelope: Envelope) => void;
}

/** Runs one turn in a new session and closes that. `null` when it was stopped before the turn began. */
export async function followTurn(options: FollowOptions): Promise<Result<TurnEnd | null, Problem>> {
  const { project, watch } = options;
  const created = await project.createSession({ mode: 'build' });
  if (!created.ok) return created;
  const session = created.value.summary.id;
  for (const envelope of earlier(session, created.value)) watch(envelope);
  const { ended, close } = listen(project, session, watch);
  const outcome = await prompt(options, session, ended);
  await project.closeSession(session);
  close();
  return outcome;
}

async function prompt(options: FollowOptions, session: SessionId, ended: Promise<TurnEnd>): Promise<Result<TurnEnd | null, Problem>> {
  const { project, signal } = options;
  if (signal.aborted) return ok(null);
  const { prompt: text, skills, attachments = [] } = options;
  const along = {
    ...(skills ? { skills: [...skills] } : {}),
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
  };
  const taken = await project.command({ type: 'prompt', session, text, delivery: 'now', ...along });
  if (!taken.ok) return taken;
  const stop = () => void project.command({ type: 'stop', session });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  const end = await ended;
  signal.removeEventListener('abort', stop);
  return ok(end);
}

/** The events of a snapshot, numbered so that the next one follows. */
function earlier(session: SessionId, { events, seq }: SessionSnapshot): Envelope[] {
  return events.map((stamped, index) => ({ session, seq: seq - events.length + index + 1, ...stamped }));
}

function listen(
  project: Project,
  session: SessionId,
  watch: (envelope: Envelope) => void,
): { readonly ended: Promise<TurnEnd>; close(): void } {
  let close = () => {};
  const ended = new Promise<TurnEnd>((resolve) => {
    close = project.listen((upward) => {
      if (upward.type !== 'events') return;
      for (const envelope of upward.events) {
        watch(envelope);
        if (envelope.session === session && envelope.event.type === 'turn.end') resolve(envelope.event);
      }
    });
  });
  return { ended, close: () => close() };
}
