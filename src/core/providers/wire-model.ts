import type { Message } from '../../shared/messages.ts';
import type { Clock } from '../lib/ports.ts';
import { ANSWER_LIMIT, type AnswerDecoder, type AnswerStop } from './answer-decoder.ts';
import { type AttemptGuard, guardAttempt } from './attempt-guard.ts';
import { classify } from './classify.ts';
import { drainBody } from './drain-body.ts';
import { type Failure, failureOf, transportFailure } from './failure.ts';
import type { CallIds } from './growing-call.ts';
import type { ModelSpec, WirePorts } from './model-spec.ts';
import { pictureLimits } from './picture-limits.ts';
import { requestCost } from './price.ts';
import { promptSuffix } from './prompt-suffix.ts';
import type { Model, ModelInfo, ModelRequest, StreamEnd, StreamEvent } from './provider.ts';
import { type AttemptFailed, type Delta, withRetry } from './retry.ts';
import type { SentListener, SentOutcome, SentRequest } from './sent/sent-request.ts';
import { isMisledByHeaders } from './session-headers.ts';

/** How long a connection may take to close itself after the answer, to be used again; milliseconds. */
const DRAIN = 1_000;

/** A request on its way out. */
export interface Prepared {
  /** What it is made of; absent where another program makes the request. */
  readonly parts?: () => SentRequest;
  /** Sends it once, always for a streamed answer. Rejects with what the library threw around a failure. */
  send(signal: AbortSignal): Promise<Response>;
}

/** What is particular to one API. */
export interface Protocol {
  /** Makes what is sent. */
  prepare(request: ModelRequest): Prepared;
  /** For one answer. */
  decoder(): AnswerDecoder;
}

/** A model behind an API: attempts, time-outs and retries are the same for all. */
export function createWireModel(spec: ModelSpec, ports: WirePorts, protocol: Protocol): Model {
  const suffixed = promptSuffix(spec.promptSuffix);
  return {
    info: modelInfo(spec),
    cost: (usage, at) => requestCost(spec, usage, at),
    stream(asked): AsyncIterable<StreamEvent> {
      let request = suffixed(asked);
      return withRetry({
        attempt: () => attempt({ spec, ports, request, protocol }),
        policy: spec.retry,
        clock: ports.clock,
        random: () => Number.parseInt(ports.ids.hex(4), 16) / 2 ** 32,
        signal: request.signal,
        classify(failure) {
          const verdict = classify(failure, spec, ports.clock);
          if (request.unpinned || !isMisledByHeaders(spec.endpoint, failure)) return verdict;
          request = { ...request, unpinned: true };
          return { ...verdict, transient: true, retryAfter: 0 };
        },
      });
    },
  };
}

function modelInfo({ endpoint, id, facts, maxOutputTokens, compaction, prompts }: ModelSpec): ModelInfo {
  const contextWindow = facts?.contextWindow.value;
  const output = maxOutputTokens ?? facts?.maxOutputTokens.value;
  const vision = facts?.vision.value;
  return {
    provider: endpoint.name,
    id,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(output === undefined ? {} : { maxOutputTokens: output }),
    ...(vision === undefined ? {} : { vision }),
    pictures: pictureLimits(endpoint.type, contextWindow),
    ...(compaction ? { compaction } : {}),
    ...(prompts ? { prompts } : {}),
    scripted: false,
  };
}

interface AttemptOptions {
  readonly spec: ModelSpec;
  readonly ports: WirePorts;
  readonly request: ModelRequest;
  readonly protocol: Protocol;
}

async function* attempt(options: AttemptOptions): AsyncGenerator<Delta | StreamEnd | AttemptFailed, void> {
  const { spec, ports, request, protocol } = options;
  if (spec.pace) await spec.pace(request.signal);
  const decoder = protocol.decoder();
  const guard = guardAttempt({ clock: ports.clock, timeout: spec.endpoint.timeout, signal: request.signal });
  let outcome: AnswerStop | Failure | undefined;
  let heard: ReturnType<SentListener> | undefined;
  try {
    const prepared = protocol.prepare(request);
    heard = prepared.parts && request.sent?.(prepared.parts());
    const response = await prepared.send(guard.signal);
    guard.touch();
    outcome = yield* receive(response, { decoder, guard, clock: ports.clock });
  } catch (thrown) {
    outcome = failureOf(thrown);
  } finally {
    guard.close({ keep: typeof outcome === 'string' });
    heard?.(heardOf(decoder, outcome, request.signal));
  }
  yield ended(options, decoder, typeof outcome === 'string' ? outcome : (guard.timedOut() ?? outcome));
}

function heardOf(decoder: AnswerDecoder, outcome: AnswerStop | Failure | undefined, signal: AbortSignal): SentOutcome {
  const { usage, cost, countsCache } = decoder;
  return { stop: typeof outcome === 'string' ? outcome : signal.aborted ? 'cancelled' : 'error', usage, cost, countsCache };
}

/** Undefined when there is more than that many bytes; the rest is not read. */
async function readText({ body }: Response, limit: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > limit) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

interface Receiver {
  readonly decoder: AnswerDecoder;
  readonly guard: AttemptGuard;
  readonly clock: Clock;
}

async function* receive(response: Response, { decoder, guard, clock }: Receiver): AsyncGenerator<Delta, AnswerStop | Failure> {
  const type = (response.headers.get('content-type') ?? 'text/event-stream').toLowerCase();
  if (type.includes('json')) {
    const text = await readText(response, ANSWER_LIMIT);
    if (text === undefined) decoder.tooLong();
    else decoder.whole(text);
    yield* decoder.take();
    return decoder.outcome(undefined);
  }
  if (!type.includes('text/event-stream') || !response.body) return { kind: 'bad_answer', what: describeType(type), final: true };
  const reader = response.body.getReader();
  let broken: string | undefined;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      guard.touch();
      decoder.feed(read.value);
      yield* decoder.take();
      if (decoder.done || decoder.failure) break;
    }
  } catch (thrown) {
    broken = brokenBody(thrown);
  }
  if (decoder.done) drainBody(reader, clock, DRAIN);
  else if (broken === undefined) decoder.close();
  yield* decoder.take();
  return decoder.outcome(broken);
}

function describeType(type: string): string {
  const [name = ''] = type.split(';');
  return name.trim() === 'text/html' ? 'a web page (text/html)' : `"${name.trim()}" instead of an event stream`;
}

function brokenBody(thrown: unknown): string {
  const failure = transportFailure(thrown);
  return failure.kind === 'transport' ? [failure.code, failure.message].filter((part) => part !== '').join(': ') : failure.kind;
}

function ended(
  { request, ports }: AttemptOptions,
  decoder: AnswerDecoder,
  outcome: AnswerStop | Failure | undefined,
): StreamEnd | AttemptFailed {
  const blocks = decoder.blocks(usedCallIds(request.messages), () => `call_${ports.ids.hex(8)}`);
  const usage = { ...(decoder.usage ? { usage: decoder.usage } : {}), ...(decoder.cost === undefined ? {} : { cost: decoder.cost }) };
  if (typeof outcome === 'string') return { type: 'end', stop: outcome, blocks, ...usage, ...decoder.replay() };
  if (request.signal.aborted) return { type: 'end', stop: 'cancelled', blocks, ...usage };
  return { type: 'failed', failure: outcome ?? { kind: 'bug', message: 'an attempt ended without an outcome' }, blocks, ...usage };
}

/** Looked for, not gathered: most answers hold one call. */
function usedCallIds(messages: readonly Message[]): CallIds {
  const added = new Set<string>();
  const isIn = (message: Message, id: string) =>
    message.role === 'assistant' && message.blocks.some((block) => block.type === 'tool_call' && block.id === id);
  return { has: (id) => added.has(id) || messages.some((message) => isIn(message, id)), add: (id) => added.add(id) };
}
