import type { ApprovalRule } from '../../shared/approvals.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';

/** What the questions of a session and of its children share: one waits at a time, in the order they came, and what was allowed for the session holds for all. */
export class ApprovalLine {
  readonly #queue = new SerialQueue();
  #granted: readonly ApprovalRule[] = [];

  get granted(): readonly ApprovalRule[] {
    return this.#granted;
  }

  grant(rule: ApprovalRule): void {
    this.#granted = [...this.#granted, rule];
  }

  /** When it is its turn. `gone` at once when `signal` aborts before that, or has aborted, whoever is asked meanwhile. */
  ask<T>(question: () => Promise<T>, signal: AbortSignal, gone: T): Promise<T> {
    if (signal.aborted) return Promise.resolve(gone);
    return new Promise((resolve, reject) => {
      const leave = () => resolve(gone);
      signal.addEventListener('abort', leave, { once: true });
      const turn = this.#queue.run(() => {
        signal.removeEventListener('abort', leave);
        return signal.aborted ? Promise.resolve(gone) : question();
      });
      turn.then(resolve, reject);
    });
  }

  /** One that stands before all others. Before anything else is asked. */
  first<T>(question: () => Promise<T>): Promise<T> {
    return this.#queue.run(question);
  }
}
