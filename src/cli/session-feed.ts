import type { Project } from '../core/engine.ts';
import type { Envelope, KeptEvent } from '../shared/events.ts';
import type { SessionView } from '../shared/fold-types.ts';
import type { SessionId } from '../shared/ids.ts';

export type TurnEnd = Extract<KeptEvent, { type: 'turn.end' }>;

/** What happens in one session, from before it is opened, so that nothing is missed. */
export interface SessionFeed {
  /** Shows what happened since the session was opened, and from then on everything as it comes. `view` is where the session stands. */
  begin(session: SessionId, view: SessionView): void;
  /** The end of the next turn, or, as long as prompts that wait are started by themselves, of the last of them. */
  lastEnd(): Promise<TurnEnd>;
  /** Whether a question waits for a person. */
  readonly waiting: boolean;
  close(): void;
}

export function createSessionFeed(project: Project, watch: (envelope: Envelope) => void): SessionFeed {
  const early: Envelope[] = [];
  const open = new Set<string>();
  let session: string | undefined;
  let queued = 0;
  let ended: (end: TurnEnd) => void = () => {};

  function note({ event }: Envelope): void {
    if (event.type === 'queue.update') queued = event.items.length;
    if (event.type === 'approval.start') open.add(event.approval.id);
    if (event.type === 'approval.end') open.delete(event.approval);
    if (event.type === 'turn.end' && (event.stop !== 'complete' || queued === 0)) ended(event);
  }

  const see = (envelope: Envelope) => {
    if (session === undefined) {
      early.push(envelope);
      return;
    }
    watch(envelope);
    if (envelope.session === session) note(envelope);
  };
  const close = project.listen((upward) => {
    if (upward.type === 'events') upward.events.forEach(see);
  });
  return {
    begin: (id, view) => {
      session = id;
      queued = view.queue.length;
      for (const { id } of view.waiting) open.add(id);
      early.splice(0).forEach(see);
    },
    lastEnd: () =>
      new Promise((resolve) => {
        ended = resolve;
      }),
    get waiting() {
      return open.size > 0;
    },
    close,
  };
}
