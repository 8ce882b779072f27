import type { Usage } from '../../../shared/usage.ts';
import type { Clock } from '../../lib/ports.ts';
import type { Model, ModelRequest, StreamEvent } from '../provider.ts';
import type { SentOutcome, SentRequest } from './sent-request.ts';

/** What the whole prompt of a request would have cost in one tier of its provider's cache, in 1e-9 US dollars. */
export interface PromptPrices {
  readonly uncached: number;
  readonly read: number;
  readonly write: number;
}

export interface AttemptRecord {
  /** Resolves once it is written down; never rejects. */
  readonly written: Promise<void>;
  ended(outcome: SentOutcome, prices: Promise<PromptPrices | undefined>): void;
}

export interface AttemptAbout {
  /** `provider/model-id`. */
  readonly model: string;
  readonly compaction: boolean;
  /** The attempt before it failed. */
  readonly retry: boolean;
}

/** Writes down what is sent, attempt by attempt. */
export interface AttemptRecorder {
  sent(request: SentRequest, about: AttemptAbout): AttemptRecord;
}

export interface InspectDeps {
  readonly recorder: AttemptRecorder;
  readonly clock: Clock;
}

/**
 * The same model, with everything that it sends written down.
 *
 * No request waits for that, but its answer does: what is shown of an answer, however the process ends, has its request in the record.
 */
export function inspectedModel(model: Model, deps: InspectDeps): Model {
  return model.info.scripted ? model : { ...model, stream: (request) => inspected(model, request, deps) };
}

async function* inspected(model: Model, request: ModelRequest, { recorder, clock }: InspectDeps): AsyncGenerator<StreamEvent, void> {
  const name = `${model.info.provider}/${model.info.id}`;
  let attempts = 0;
  let written: Promise<void> | undefined;
  const sent: NonNullable<ModelRequest['sent']> = (parts) => {
    const record = recorder.sent(parts, { model: name, compaction: request.purpose === 'compaction', retry: attempts > 0 });
    attempts += 1;
    const at = clock.now();
    written = record.written;
    return (outcome) => record.ended(outcome, promptPrices(model, outcome.usage, at));
  };
  for await (const event of model.stream({ ...request, sent })) {
    await written;
    written = undefined;
    yield event;
  }
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** The whole prompt in each tier, since prices depend on how long it is. */
async function promptPrices(model: Model, usage: Usage | undefined, at: number): Promise<PromptPrices | undefined> {
  if (!usage || !model.cost) return undefined;
  const { input, cacheWriteHour = 0 } = usage;
  const hour = cacheWriteHour > 0 ? { cacheWriteHour: input } : {};
  const [uncached, read, write] = await Promise.all(
    [{}, { cacheRead: input }, { cacheWrite: input, ...hour }].map((tier) => model.cost?.({ ...NOTHING, input, ...tier }, at)),
  );
  return uncached === undefined || read === undefined || write === undefined ? undefined : { uncached, read, write };
}
