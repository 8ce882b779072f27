import type { KeptEvent } from '../../../shared/events.ts';
import type { Message, ToolMessage } from '../../../shared/messages.ts';
import { type ProblemCode, TOO_FULL } from '../../../shared/problem.ts';
import type { ShortenedResult } from '../../../shared/result-events.ts';
import { budgetOf, fits } from '../../prompt/budget.ts';
import { cutConversation } from '../compaction/cut.ts';
import { instructionMessage } from '../compaction/write-summary.ts';
import { type Gauge, modelOf } from '../gauge.ts';
import { type Memory, nextGeneration } from '../memory.ts';
import type { RequestBase } from '../request-base.ts';
import { type SizedResult, shortenTo, withShortened } from './shorten.ts';

export interface ResultRoomOptions {
  readonly memory: Memory;
  readonly gauge: Gauge;
  /** Keeps the event and has the memory follow it. */
  readonly change: (event: KeptEvent) => void;
}

/** Of what fits the window, the newest round may take so much where its results have to be shortened. */
const SHARE = 0.6;
/** Estimates of a part are rougher than those of the whole. */
const TRIES = 4;
const STEP = 0.8;

/**
 * Shortens results that the model was not sent yet, where not even their round alone would fit a request: no compaction could make room for them. What was sent
 * before stays as it was.
 */
export class ResultRoom {
  readonly #options: ResultRoomOptions;

  constructor(options: ResultRoomOptions) {
    this.#options = options;
  }

  /** Before a request that would not fit. True when results were shortened for it. */
  fit(base: RequestBase): boolean {
    const { limit } = budgetOf(base.model.info);
    const results = this.#fresh();
    if (limit === undefined || results.length === 0) return false;
    const alone = this.#alone();
    const { gauge } = this.#options;
    if (fits(gauge.tokens(base, alone), budgetOf(base.model.info))) return false;
    const rest = gauge.tokens(base, alone) - this.#tokens(base, results);
    const target = Math.floor(limit * SHARE);
    return this.#shorten(base, {
      results,
      room: target - rest,
      cause: 'limit',
      enough: (done) => gauge.tokens(base, this.#alone(done)) <= target,
    });
  }

  /** After a request that was refused as `code`: halves the newest results where they are most of it. */
  fewer(base: RequestBase, code: ProblemCode): boolean {
    const results = this.#fresh();
    const tokens = this.#tokens(base, results);
    if (!TOO_FULL.has(code) || tokens * 2 < this.#options.gauge.tokens(base)) return false;
    return this.#shorten(base, { results, room: tokens / 2, cause: 'refused', enough: () => true });
  }

  /** The results of the newest round. */
  #fresh(): readonly ToolMessage[] {
    const { messages } = this.#options.memory;
    const answered = messages.findLastIndex(({ role }) => role === 'assistant');
    return messages.slice(answered + 1).filter((message) => message.role === 'tool');
  }

  /** What an emergency compaction would leave: the newest round and what is pinned. */
  #alone(messages: readonly Message[] = this.#options.memory.messages): readonly Message[] {
    const { memory } = this.#options;
    const isPinned = (message: Message) => memory.isPinned(message);
    const cut = cutConversation(messages, { stage: 'emergency', isPinned, summary: memory.summary, hasRoom: () => false });
    return cut ? nextGeneration(messages, { summary: instructionMessage(''), ...cut }) : messages;
  }

  #tokens(base: RequestBase, results: readonly ToolMessage[]): number {
    const { gauge } = this.#options;
    return Math.round(results.reduce((sum, one) => sum + gauge.estimator.message(one), 0) * gauge.ratio(base));
  }

  #shorten(base: RequestBase, { results, room, cause, enough }: Shortening): boolean {
    const { memory, gauge, change } = this.#options;
    const sized = results.map((message): SizedResult => ({ message, tokens: this.#tokens(base, [message]), of: memory.lengthOf(message) }));
    const note = noteFor(base);
    let left = room;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const shortened = shortenTo(sized, left);
      if (!shortened || shortened.length === 0) return false;
      const done = withShortened(memory.messages, shortened, note);
      if (enough(done)) {
        change({
          type: 'results.shorten',
          cause,
          results: [...shortened],
          note,
          after: gauge.tokens(base, done),
          ...wordsFor(base, shortened, cause),
        });
        return true;
      }
      left *= STEP;
    }
    return false;
  }
}

interface Shortening {
  readonly results: readonly ToolMessage[];
  /** Tokens that they may take. */
  readonly room: number;
  readonly cause: 'limit' | 'refused';
  readonly enough: (messages: readonly Message[]) => boolean;
}

function noteFor({ tools }: RequestBase): string {
  const whole = tools.schemas.some(({ name }) => name === 'history')
    ? 'The history tool has this result whole'
    : 'Ask again for a part of it';
  return `the results of this round are too large for one request. ${whole}, in pieces`;
}

function wordsFor(
  base: RequestBase,
  { length }: readonly ShortenedResult[],
  cause: 'limit' | 'refused',
): { message: string; hint: string } {
  const model = modelOf(base);
  const reason = cause === 'limit' ? `more does not fit ${model} at once` : `${model} refused the request with all of it`;
  return {
    message: `${length === 1 ? 'A result of this round is' : `${length} results of this round are`} sent to the model shortened: ${reason}.`,
    hint: 'Here they stay whole. The model is told, and can read the rest with its history tool.',
  };
}
