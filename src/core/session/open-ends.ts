import type { Stamped } from '../../shared/events.ts';

/**
 * The few events of a log that tell what is open at its end: those of the newest turn, and of all before what has no end yet, what skills are wanted, and how the log begins.
 *
 * Contract: `add` is given every kept event once, in order. Whoever asks `events` for the half turn, open questions, work or children, or the skills, is told what all events tell.
 */
export class OpenEnds {
  #earlier: readonly Stamped[] = [];
  #turn: Stamped[] = [];

  add(stamped: Stamped): void {
    if (stamped.event.type === 'turn.start') {
      this.#earlier = stillOpen(this.events);
      this.#turn = [];
    }
    this.#turn.push(stamped);
  }

  get events(): readonly Stamped[] {
    return [...this.#earlier, ...this.#turn];
  }
}

function stillOpen(events: readonly Stamped[]): readonly Stamped[] {
  const open = new Map<string, Stamped>();
  for (const [index, stamped] of events.entries()) {
    if (index === 0 && stamped.event.type === 'session.start') open.set('', stamped);
    note(open, stamped);
  }
  return [...open.values()];
}

function note(open: Map<string, Stamped>, stamped: Stamped): void {
  const { event } = stamped;
  switch (event.type) {
    case 'approval.start':
      open.set(`approval ${event.approval.id}`, stamped);
      break;
    case 'approval.end':
      open.delete(`approval ${event.approval}`);
      break;
    case 'work.start':
      open.set(`work ${event.work.id}`, stamped);
      break;
    case 'work.end':
      endWork(open, event.completion.id);
      break;
    case 'work.known':
      endWork(open, event.work);
      break;
    case 'child.start':
      open.set(`child ${event.child}`, stamped);
      break;
    case 'child.end':
      open.set(`end ${event.child}`, stamped);
      if (![...open.values()].some((other) => isWorkOf(other, open.get(`child ${event.child}`)))) forget(open, event.child);
      break;
    case 'session.skill':
      open.delete(`skill ${event.skill.name}`);
      open.set(`skill ${event.skill.name}`, stamped);
      break;
    default:
  }
}

/** A child that has ended is kept until its result was told. */
function endWork(open: Map<string, Stamped>, id: string): void {
  const work = open.get(`work ${id}`);
  open.delete(`work ${id}`);
  for (const { event } of [...open.values()]) {
    if (event.type === 'child.end' && work && isWorkOf(work, open.get(`child ${event.child}`))) forget(open, event.child);
  }
}

function isWorkOf({ event: work }: Stamped, child: Stamped | undefined): boolean {
  return work.type === 'work.start' && child?.event.type === 'child.start' && work.work.call === child.event.call;
}

function forget(open: Map<string, Stamped>, child: string): void {
  open.delete(`child ${child}`);
  open.delete(`end ${child}`);
}
