import type { Problem } from '../../shared/problem.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { StreamEnd, StreamEvent } from '../providers/provider.ts';
import { WIRES } from '../providers/wires.ts';
import { ManualClock } from './manual-clock.ts';
import type { Reply } from './model-script.ts';
import { startModelServer } from './model-server.ts';
import { collectRetrying, countingIds, modelRequest, modelSpec, type SpecOptions, userMessage } from './provider-rig.ts';

/** The key every request of the rig is sent with; it must never be seen in a message. */
export const SECRET_KEY = 'sk-very-secret-1234';

/** What every problem of a provider says is safe. */
export const SAFE = 'Nothing of the conversation is lost.';

export function faultModel(options: SpecOptions, clock: ManualClock) {
  const spec = modelSpec({ endpoint: { apiKey: SECRET_KEY }, ...options });
  return WIRES[spec.wire](spec, { clock, ids: countingIds(), fetch: createHttpFetch() });
}

export interface Asked {
  readonly events: readonly StreamEvent[];
  readonly url: string;
  readonly attempts: number;
}

/** One request that meets these replies, one per attempt. Waits between attempts pass at once, and random waits are 0. */
export async function ask(replies: readonly Reply[], options: Omit<SpecOptions, 'url'> = {}): Promise<Asked> {
  const server = await startModelServer(replies);
  const clock = new ManualClock();
  const model = faultModel({ url: server.url, ...options }, clock);
  const events = await collectRetrying(model.stream(modelRequest([userMessage('hi')])), clock);
  await server.close();
  return { events, url: server.url, attempts: server.requests.length };
}

/** How a request ends that meets the same fault on each of its three attempts. */
export async function askInVain(reply: Reply): Promise<{ outcome: object; url: string }> {
  const { events, url, attempts } = await ask([reply, reply, reply]);
  const { stop, problem, transient } = events.at(-1) as StreamEnd;
  return { outcome: { stop, problem, transient, attempts }, url };
}

/** What `askInVain` gives for that problem: a transient one takes all three attempts. */
export function inVain(problem: Problem, transient: boolean): object {
  return { stop: 'error', problem, transient, attempts: transient ? 3 : 1 };
}

/** The events as a row of words: the reason of a retry, else the type. */
export function outline(events: readonly StreamEvent[]): string[] {
  return events.map((event) => (event.type === 'retry' ? event.reason : event.type));
}
