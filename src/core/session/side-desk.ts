import type { SessionEvent } from '../../shared/events.ts';
import { type Completion, isPending, type Pending, type Results, type SideWork } from '../../shared/side-work.ts';
import type { Clock } from '../lib/ports.ts';
import type { ChildEvent, SideWorks } from '../tools/tool.ts';

export interface SideDeskOptions extends Pending {
  readonly clock: Clock;
  readonly emit: (event: SessionEvent) => void;
  /** Something that may make the model go on has changed. */
  readonly changed: () => void;
}

/** The side work of one session: what runs, and what has ended without the model being told. Every change is an event. */
export class SideDesk implements SideWorks {
  readonly #options: SideDeskOptions;
  #running: readonly SideWork[];
  #untold: readonly Completion[];
  /** When it began, of what began here. */
  readonly #begun = new Map<string, number>();
  #closed = false;

  constructor(options: SideDeskOptions) {
    this.#options = options;
    this.#running = options.work;
    this.#untold = options.untold;
  }

  get running(): readonly SideWork[] {
    return this.#running;
  }

  /** Whether the conversation goes on by itself when everything has ended. */
  get pending(): boolean {
    return isPending({ work: this.#running, untold: this.#untold });
  }

  /** How many have ended that make the model go on. */
  get waking(): number {
    return this.#untold.filter(({ quiet }) => !quiet).length;
  }

  get hasUntold(): boolean {
    return this.#untold.length > 0;
  }

  /** Whether something ended that makes the model go on. */
  get wakes(): boolean {
    return this.waking > 0;
  }

  /** Whether work of the kind of what wakes is still waited for. */
  get hasSiblings(): boolean {
    const kinds = new Set(this.#untold.flatMap(({ kind, quiet }) => (quiet ? [] : [kind])));
    return this.#running.some(({ kind, awaited }) => awaited && kinds.has(kind));
  }

  begin(work: SideWork): void {
    if (this.#closed) return;
    if (this.#isPending(work.id)) throw new Error(`side work "${work.id}" is pending already`);
    this.#running = [...this.#running, work];
    this.#begun.set(work.id, this.#options.clock.monotonic());
    this.#options.emit({ type: 'work.start', work });
  }

  end(ended: Completion): void {
    if (this.#closed || !this.#running.some(({ id }) => id === ended.id)) return;
    const completion = { ...ended, duration: this.#durationOf(ended) };
    this.#running = without(this.#running, completion.id);
    this.#untold = [...this.#untold, completion];
    this.#options.emit({ type: 'work.end', completion });
    this.#options.changed();
  }

  known(id: string): void {
    if (this.#closed || !this.#isPending(id)) return;
    this.#running = without(this.#running, id);
    this.#untold = without(this.#untold, id);
    this.#options.emit({ type: 'work.known', work: id });
    this.#options.changed();
  }

  child(event: ChildEvent): void {
    if (!this.#closed) this.#options.emit(event);
  }

  /** For a message that says again what still runs. Undefined when nothing does. */
  restate(): Results | undefined {
    return this.#running.length === 0 ? undefined : { pending: this.#named(), completions: [] };
  }

  /** For the message that is said now: everything that has ended, and what then still runs. Undefined when nothing has. */
  take(): Results | undefined {
    if (this.#untold.length === 0) return undefined;
    const completions = [...this.#untold];
    this.#untold = [];
    return { pending: this.#named(), completions };
  }

  #named(): Results['pending'] {
    return this.#running.map(({ id, kind, title }) => ({ id, kind, title }));
  }

  #durationOf({ id, duration }: Completion): number {
    const now = this.#options.clock.monotonic();
    return duration ?? now - (this.#begun.get(id) ?? now);
  }

  /** What ends from now on is lost with the session. */
  close(): void {
    this.#closed = true;
  }

  #isPending(id: string): boolean {
    return [...this.#running, ...this.#untold].some((one) => one.id === id);
  }
}

function without<T extends { readonly id: string }>(items: readonly T[], id: string): readonly T[] {
  return items.filter((item) => item.id !== id);
}
