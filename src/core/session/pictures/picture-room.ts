import type { KeptEvent } from '../../../shared/events.ts';
import type { ProblemCode } from '../../../shared/problem.ts';
import { type Gauge, modelOf } from '../gauge.ts';
import type { Memory } from '../memory.ts';
import type { RequestBase } from '../request-base.ts';
import { grouped, halfOf, overLimit, type ShownPicture, sentBytes, shownPictures } from './choose.ts';
import { withoutOmitted } from './omit.ts';
import { type Omission, omitEvent } from './omit-event.ts';

export interface PictureRoomOptions {
  readonly memory: Memory;
  readonly gauge: Gauge;
  /** Keeps the event and has the memory follow it. */
  readonly change: (event: KeptEvent) => void;
}

/** Leaves out pictures that a request cannot hold. Each time is an event, and half of what fits goes with it, so that it is seldom. */
export class PictureRoom {
  readonly #options: PictureRoomOptions;

  constructor(options: PictureRoomOptions) {
    this.#options = options;
  }

  /** Before a request, by what is known of its provider. To a model that sees none no picture is sent anyway. */
  fit(base: RequestBase): void {
    const { pictures: limits, vision } = base.model.info;
    if (!limits || vision === false) return;
    const shown = this.#shown();
    this.#omit(base, { shown, omitted: overLimit(shown, limits), limits });
  }

  /** After a request that was refused as `code`, where that may be for its pictures. False when none were left out. */
  fewer(base: RequestBase, code: ProblemCode): boolean {
    const shown = this.#shown();
    if (code === 'too_many_pictures') return this.#omit(base, { shown, omitted: halfOf(shown, 'count') });
    if (code !== 'request_too_large' || sentBytes(shown) < this.#textBytes(base)) return false;
    return this.#omit(base, { shown, omitted: halfOf(shown, 'bytes') });
  }

  #shown(): readonly ShownPicture[] {
    const { memory } = this.#options;
    return shownPictures(memory.messages, (message) => memory.isPinned(message));
  }

  /** Near enough to tell which of both weighs more. */
  #textBytes({ system, preface, tools }: RequestBase): number {
    return Buffer.byteLength(JSON.stringify([system, tools.schemas, preface, this.#options.memory.messages]));
  }

  #omit(base: RequestBase, omission: Omission): boolean {
    const { memory, gauge, change } = this.#options;
    const { omitted } = omission;
    if (omitted.length === 0) return false;
    const after = gauge.tokens(base, withoutOmitted(memory.messages, grouped(omitted)));
    change(omitEvent(omission, { model: modelOf(base), after }));
    return true;
  }
}
