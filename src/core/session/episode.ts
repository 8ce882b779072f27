import type { SessionEvent } from '../../shared/events.ts';
import type { TurnLimits } from '../turn/turn.ts';

/** What one prompt spends on answers, with everything that its results have the model go on to. The model is never told. */
export class Episode {
  #spent = 0;
  #limit: number | undefined;

  /** Undefined when there is none. */
  get limit(): number | undefined {
    return this.#limit;
  }

  /** Whether results wake nobody any more. A turn that runs is not cut short. */
  get isSpent(): boolean {
    return this.#limit !== undefined && this.#spent >= this.#limit;
  }

  /** A person said how it goes on. */
  begin(): void {
    this.#spent = 0;
  }

  turnBegins({ episodeTokens }: TurnLimits): void {
    this.#limit = episodeTokens;
  }

  see(event: SessionEvent): void {
    if (event.type === 'message.end' && event.message.role === 'assistant') this.#spent += event.message.usage?.output ?? 0;
  }
}
