import type { Project } from '../core/engine.ts';
import type { Envelope, KeptEvent } from '../shared/events.ts';
import type { SessionView } from '../shared/fold-types.ts';
import { pendingAfter } from '../shared/fold-work.ts';
import type { SessionId } from '../shared/ids.ts';
import { type HoldReason, isPending, type Pending } from '../shared/side-work.ts';

type TurnEnd = Extract<KeptEvent, { type: 'turn.end' }>;

/** How a session came to rest: the end of its last turn, and why results wait for a person, if they do. */
export interface Rest {
  readonly end: TurnEnd;
  readonly held: HoldReason | undefined;
}

/** What happens in one session, from before it is opened, so that nothing is missed. */
export interface SessionFeed {
  /** Shows what happened since the session was opened, and from then on everything as it comes. `view` is where the session stands. */
  begin(session: SessionId, view: SessionView): void;
  /** When the next turn has ended, and nothing follows it by itself: neither a prompt that waits nor the result of what is waited for. */
  rest(): Promise<Rest>;
  /** Whether a question waits for a person. */
  readonly waiting: boolean;
  close(): void;
}

export function createSessionFeed(project: Project, watch: (envelope: Envelope) => void): SessionFeed {
  const early: Envelope[] = [];
  const open = new Set<string>();
  let session: string | undefined;
  let queued = 0;
  let pending: Pending = { work: [], untold: [] };
  let end: TurnEnd | undefined;
  let held: HoldReason | undefined;
  let rested: (rest: Rest) => void = () => {};

  /** A prompt that leaves the queue is that of a turn which begins, though its start is told only after it. */
  function note({ event }: Envelope): void {
    if (event.type === 'queue.update') {
      if (event.items.length < queued) end = undefined;
      queued = event.items.length;
    }
    if (event.type === 'approval.start') open.add(event.approval.id);
    if (event.type === 'approval.end') open.delete(event.approval);
    pending = pendingAfter(pending, event);
    if (event.type === 'session.hold') held = event.reason;
    if (event.type === 'turn.start') [end, held] = [undefined, undefined];
    if (event.type === 'turn.end') end = event;
    const goesOn = queued > 0 || (isPending(pending) && held === undefined);
    if (end && (end.stop !== 'complete' || !goesOn)) rested({ end, held });
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
      pending = view;
      for (const { id } of view.waiting) open.add(id);
      early.splice(0).forEach(see);
    },
    rest: () =>
      new Promise((resolve) => {
        rested = resolve;
      }),
    get waiting() {
      return open.size > 0;
    },
    close,
  };
}
