import type { Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { Delivery, SessionEvent } from '../../shared/events.ts';
import type { QueueItemId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Ids } from '../lib/ports.ts';
import { editItem, type Inbox, joinSpoken, moveItem, removeItem, type Taken, takeNext, takeNow } from './inbox.ts';

export type QueueCommand = Extract<Command, { type: 'queue.edit' | 'queue.remove' | 'queue.move' }>;

/** A session's inbox; every change of it is an event. */
export class Queue {
  readonly #ids: Ids;
  readonly #emit: (event: SessionEvent) => void;
  #inbox: Inbox;

  constructor(inbox: Inbox, ids: Ids, emit: (event: SessionEvent) => void) {
    this.#inbox = inbox;
    this.#ids = ids;
    this.#emit = emit;
  }

  get empty(): boolean {
    return this.#inbox.length === 0;
  }

  has(item: QueueItemId): boolean {
    return this.#inbox.some(({ id }) => id === item);
  }

  add({ text, attachments }: Spoken, delivery: Delivery): void {
    const along = attachments.length === 0 ? {} : { attachments: [...attachments] };
    this.#set([...this.#inbox, { id: `q${this.#ids.hex(8)}` as QueueItemId, text, ...along, delivery }]);
  }

  /** Fails when the item was already sent. */
  command(command: QueueCommand): Result<null, Problem> {
    const inbox = this.#after(command);
    if (!inbox) return err({ code: 'bad_request', message: 'That message was already sent.', hint: 'Nothing was changed.' });
    this.#set(inbox);
    return ok(null);
  }

  /** What was meant for the running turn. */
  takeNow(): Spoken | undefined {
    return this.#take(takeNow(this.#inbox));
  }

  /** A prompt, together with what was meant for a turn that was stopped before it could be told. */
  joined(prompt: Spoken): Spoken {
    const parked = this.takeNow();
    return parked ? joinSpoken([parked, prompt]) : prompt;
  }

  /** The prompt of the next turn. */
  takeNext(): Spoken | undefined {
    return this.#take(takeNext(this.#inbox));
  }

  #after(command: QueueCommand): Inbox | undefined {
    switch (command.type) {
      case 'queue.edit':
        return editItem(this.#inbox, command.item, command.text);
      case 'queue.remove':
        return removeItem(this.#inbox, command.item);
      case 'queue.move':
        return moveItem(this.#inbox, command.item, command.to);
    }
  }

  #take(taken: Taken | undefined): Spoken | undefined {
    if (taken) this.#set(taken.rest);
    return taken?.spoken;
  }

  #set(inbox: Inbox): void {
    this.#inbox = inbox;
    this.#emit({ type: 'queue.update', items: [...inbox] });
  }
}
