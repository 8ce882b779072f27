import { afterEach, describe, expect, test } from 'vitest';
import { createHttpFetch } from '../lib/http-fetch.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { Reply } from '../testing/model-script.ts';
import { type ModelServer, startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, modelSpec, userMessage } from '../testing/provider-rig.ts';
import { createPace, type Pace } from './pacer.ts';
import type { StreamEvent } from './provider.ts';
import { WIRES } from './wires.ts';

let server: ModelServer;
afterEach(() => server.close());

/** How many events are sent up to the first text. */
const CUT = { messages: 4, responses: 5, chat_completions: 2 };

const DAY = 24 * 3_600_000;

interface Waiting {
  readonly clock: ManualClock;
  readonly pace?: Pace;
}

/** One request that is cancelled as soon as somebody waits for the clock after it was seen to wait. */
async function cancelled(reply: Reply, wire: keyof typeof CUT, { clock, pace }: Waiting, when: (event?: StreamEvent) => boolean) {
  server = await startModelServer([reply, reply, reply]);
  const controller = new AbortController();
  const cancel = () => setImmediate(() => controller.abort());
  const spec = {
    ...modelSpec({ url: server.url, wire, retry: { max_attempts: 5, initial_backoff: 60_000, max_backoff: DAY } }),
    ...(pace ? { pace } : {}),
  };
  // The largest random number there is: the longest wait.
  const ids = { ...countingIds(), hex: (bytes: number) => 'ff'.repeat(bytes) };
  const model = WIRES[wire](spec, { clock, ids, fetch: createHttpFetch() });
  if (when()) cancel();
  const stream = model.stream(modelRequest([userMessage('hi')], { signal: controller.signal }));
  const events = await collect(stream, (event) => when(event) && cancel());
  const now = {
    monotonic: clock.monotonic(),
    sleeping: clock.sleeping,
    requests: server.requests.length,
    connections: server.connections(),
  };
  const sent = await Promise.all(server.requests.map(({ finished }) => finished));
  await clock.advance(10 * DAY);
  return { events, now, sent, later: { requests: server.requests.length, connections: server.connections(), sleeping: clock.sleeping } };
}

const retried = (event?: StreamEvent) => event?.type === 'retry';

describe.each(['chat_completions', 'messages', 'responses'] as const)('%s', (wire) => {
  test.each<[string, Reply, number]>([
    ['the wait before the next attempt', { status: 503, body: { error: { message: 'busy' } } }, 59_999],
    ['a Retry-After', { status: 429, headers: { 'retry-after': '25' }, body: { error: { message: 'slow down' } } }, 25_000],
    ['the wait after an answer that broke off', { text: ['Half', ' an answer'], cutAfter: CUT[wire] }, 59_999],
  ])('%s ends at once when it is cancelled, and leaves nothing', async (_, reply, delay) => {
    const { events, now, sent, later } = await cancelled(reply, wire, { clock: new ManualClock() }, retried);
    const waits = events.flatMap((event) => (event.type === 'retry' ? [event.delay] : []));
    expect([waits, events.at(-1), now]).toEqual([
      [delay],
      { type: 'end', stop: 'cancelled', blocks: [] },
      { monotonic: 0, sleeping: 0, requests: 1, connections: 1 },
    ]);
    expect([sent.length, later]).toEqual([1, { requests: 1, connections: 1, sleeping: 0 }]);
  });

  test('the wait for a turn among paced requests ends at once when it is cancelled, and sends nothing', async () => {
    const clock = new ManualClock();
    const pace = createPace(clock, DAY);
    await pace(new AbortController().signal);
    const { events, now, later } = await cancelled({ text: 'hi' }, wire, { clock, pace }, (event) => event === undefined);
    expect([events, now, later]).toEqual([
      [{ type: 'end', stop: 'cancelled', blocks: [] }],
      { monotonic: 0, sleeping: 0, requests: 0, connections: 0 },
      { requests: 0, connections: 0, sleeping: 0 },
    ]);
  });
});
