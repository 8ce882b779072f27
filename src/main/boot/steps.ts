import type { Ports } from '../../core/engine.ts';

type Run<B, N> = (bundle: B) => N | Promise<N>;

interface Step {
  readonly name: string;
  readonly run: (bundle: never) => object | Promise<object>;
}

/** A start as a list of named steps: each gets what those before it made, and adds its own. */
export class Steps<First extends object, Bundle extends First> {
  readonly #steps: readonly Step[];

  private constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  static from<First extends object>(): Steps<First, First> {
    return new Steps([]);
  }

  step<New extends object>(name: string, run: Run<Bundle, New>): Steps<First, Bundle & New> {
    return new Steps([...this.#steps, { name, run }]);
  }

  /** Rejects with the name of the step that failed. The first step starts before this returns. */
  async run(first: First, trace: Pick<Ports, 'clock' | 'logger'>): Promise<Bundle> {
    let bundle: object = first;
    for (const { name, run } of this.#steps) {
      const began = trace.clock.monotonic();
      try {
        bundle = { ...bundle, ...(await run(bundle as never)) };
      } catch (cause) {
        throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      }
      trace.logger.log('debug', 'start step', { name, ms: Math.round(trace.clock.monotonic() - began) });
    }
    return bundle as Bundle;
  }
}
