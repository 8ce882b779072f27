import type { Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';

/** Children whose results are told together. */
interface Group {
  readonly beside: AbortSignal;
  readonly pending: Set<SessionId>;
  readonly ended: (() => void)[];
}

/**
 * The names of groups in one conversation. A name is joined by calls of one message only, and never used again, so that nobody waits for a member
 * that cannot come.
 */
export class Groups {
  readonly #kept: () => Promise<readonly Stamped[]>;
  readonly #used = new Set<string>();
  readonly #open = new Map<string, Group>();
  #ready: Promise<void> | undefined;

  /** `kept` gives everything that was kept of the conversation; it is asked for once, with the first group. */
  constructor(kept: () => Promise<readonly Stamped[]>) {
    this.#kept = kept;
  }

  /** To be awaited before anything is joined. */
  ready(): Promise<void> {
    this.#ready ??= this.#read();
    return this.#ready;
  }

  /** False when calls of another message have the name. `beside` stands for the message. */
  join(name: string, child: SessionId, beside: AbortSignal): boolean {
    const open = this.#open.get(name);
    if (open ? open.beside !== beside : this.#used.has(name)) return false;
    this.#used.add(name);
    const group = open ?? { beside, pending: new Set(), ended: [] };
    this.#open.set(name, group);
    group.pending.add(child);
    if (!open) beside.addEventListener('abort', () => this.#settle(name), { once: true });
    return true;
  }

  async #read(): Promise<void> {
    for (const { event } of await this.#kept()) if (event.type === 'child.start' && event.group !== undefined) this.#used.add(event.group);
  }

  /** `tell` is called when every member has ended, in the order they did, and no call of the message can add one. */
  end(name: string, child: SessionId, tell: () => void): void {
    const group = this.#open.get(name);
    if (!group?.pending.delete(child)) return;
    group.ended.push(tell);
    this.#settle(name);
  }

  #settle(name: string): void {
    const group = this.#open.get(name);
    if (!group?.beside.aborted || group.pending.size > 0) return;
    this.#open.delete(name);
    for (const tell of group.ended) tell();
  }
}
