import type { Message } from '../../shared/messages.ts';
import { Slices } from '../lib/slices.ts';
import { calibrate, createEstimator, type Estimator } from '../prompt/estimate.ts';
import type { Memory } from './memory.ts';
import type { RequestBase } from './request-base.ts';

/** Measures requests of one session in tokens, with the ratio between what its provider reported and what was estimated. */
export class Gauge {
  readonly estimator: Estimator = createEstimator();
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Counts what was not counted yet, in slices: of a long conversation that takes long. What follows at once goes without. */
  async ready(): Promise<void> {
    const slices = new Slices();
    for (const message of [...this.#memory.messages]) {
      this.estimator.message(message);
      if (slices.over) await slices.pause();
    }
  }

  /** What estimates are multiplied with; 1 while nothing is known. */
  ratio(base: RequestBase): number {
    const measured = this.#memory.measured(modelOf(base));
    if (!measured) return 1;
    return calibrate(measured.tokens, this.#estimate(base, this.#memory.messages.slice(0, measured.count)));
  }

  /** Whether the provider has reported the size of a request to this model since the newest compaction. */
  isCalibrated(base: RequestBase): boolean {
    return this.#memory.measured(modelOf(base))?.reported ?? false;
  }

  /** Of a request with these messages, by default those of the conversation as it stands. */
  tokens(base: RequestBase, messages: readonly Message[] = this.#memory.messages): number {
    return Math.round(this.#estimate(base, messages) * this.ratio(base));
  }

  #estimate({ system, preface, tools }: RequestBase, messages: readonly Message[]): number {
    return this.estimator.request({ system, tools: tools.schemas, messages: preface }) + this.estimator.messages(messages);
  }
}

export function modelOf({ model }: RequestBase): string {
  return `${model.info.provider}/${model.info.id}`;
}
