import { afterEach, describe, expect, test } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import { totalSpend } from '../../shared/spend.ts';
import type { UsageRecord } from '../../shared/usage-report.ts';
import type { Project } from '../engine.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import { subAgent } from '../testing/child-script.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import { createGate } from '../testing/gate.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

type Source = UsageRecord['source'];

/** Odd prices, with a cache for five minutes and one for an hour. */
const config = (url: string) => `providers:
  local: { type: anthropic, base_url: "${url}", api_key: sk-test }
models:
  definitions:
    priced:
      provider: local
      id: claude
      price: { input: 3.1, output: 15.7, cache_read: 0.31, cache_write: 3.77, cache_write_hour: 6.13 }
      advanced: { cache_ttl: 1h }
      retry: { max_attempts: 4, initial_backoff: 1ms, max_backoff: 1ms }
  profiles: { default: { default_model: priced } }
`;

/** What can befall the first request of a source. */
const TROUBLES = ['none', 'busy', 'refused twice', 'broken off', 'broken off in every try', 'stopped'] as const;
type Trouble = (typeof TROUBLES)[number];

const FILLER = 'A line of an answer that takes some room. '.repeat(40);
const BUSY: Reply = { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } };

/** A provider that bills what it counts, each request another amount, in 1e-9 dollars. */
function createProvider(of: Source, trouble: Trouble) {
  const billed: { source: Source; cost: number }[] = [];
  const seen = createGate();
  let requests = 0;
  let troubled = 0;

  function bill(source: Source, complete: boolean) {
    const n = requests;
    const written = { ephemeral_5m_input_tokens: 10 + n, ephemeral_1h_input_tokens: 31 + 2 * n };
    const usage = {
      input_tokens: 101 + n,
      cache_creation_input_tokens: 41 + 3 * n,
      cache_creation: written,
      cache_read_input_tokens: 1_000 + 7 * n,
      output_tokens: complete ? 50 + n : 1,
    };
    const [short, hour] = [written.ephemeral_5m_input_tokens, written.ephemeral_1h_input_tokens];
    const cost =
      usage.input_tokens * 3_100 + short * 3_770 + hour * 6_130 + usage.cache_read_input_tokens * 310 + usage.output_tokens * 15_700;
    billed.push({ source, cost });
    return { usage };
  }

  function troubleFor(source: Source): Reply | undefined {
    if (source !== of) return undefined;
    troubled += 1;
    const half = { text: ['Half', ' of it'], cutAfter: 4 };
    if (trouble === 'busy' && troubled === 1) return BUSY;
    if (trouble === 'refused twice' && troubled <= 2) return BUSY;
    if (trouble === 'broken off' && troubled === 1) return { ...half, ...bill(source, false) };
    if (trouble === 'broken off in every try' && troubled <= 4) return { ...half, ...bill(source, false) };
    if (trouble === 'stopped' && troubled === 1) return { text: ['Half', ' of it'], hangAfter: 4, ...bill(source, false) };
    return undefined;
  }

  function script(request: RecordedRequest): Reply {
    requests += 1;
    const source = sourceOf(request);
    const asks = of === 'child' && source === 'parent' && requests === 1;
    if (asks) return { calls: [subAgent('explore', 'Look')], ...bill(source, true) };
    const text = source === 'compaction' ? 'What happened so far.' : FILLER;
    return troubleFor(source) ?? { text, ...bill(source, true) };
  }

  /** Opens the gate when half an answer has come through to its reader. */
  const inner = createHttpFetch();
  const watched: typeof fetch = async (input, init) => {
    const response = await inner(input, init);
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece);
        if (Buffer.from(piece).includes('Half')) setImmediate(seen.open);
      },
    });
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(watch), { status, headers });
  };
  return { billed, script, seen: seen.wait, fetch: watched };
}

function sourceOf({ body }: RecordedRequest): Source {
  if (JSON.stringify(body.system).includes('You are a child session of Steiner')) return 'child';
  return JSON.stringify(body.messages.at(-1)).includes('## Verification') ? 'compaction' : 'parent';
}

interface Work {
  readonly project: Project;
  readonly session: SessionId;
  /** Resolves when half an answer came. */
  readonly seen: Promise<void>;
  readonly stopped: boolean;
}

const ended = (type: string) => rig.events.waitFor((event) => event.type === type);

/** How each source is made to ask. A source that is added to the product is one more row. */
const WORK: readonly (readonly [Source, (work: Work) => Promise<unknown>])[] = [
  [
    'parent',
    async ({ project, session, seen, stopped }) => {
      if (!stopped) return runPrompt(rig, project, session, 'Look around.');
      value(await project.command({ type: 'prompt', session, text: 'Look around.', delivery: 'now' }));
      await seen;
      value(await project.command({ type: 'stop', session }));
      return ended('turn.end');
    },
  ],
  [
    'compaction',
    async ({ project, session, seen, stopped }) => {
      for (let turn = 0; turn < 6; turn += 1) await runPrompt(rig, project, session, `Prompt ${turn}.`);
      value(await project.command({ type: 'session.compact', session }));
      if (stopped) {
        await seen;
        value(await project.command({ type: 'stop', session }));
      }
      return rig.events.waitFor((event) => event.type === 'compaction.end' || event.type === 'compaction.fail');
    },
  ],
  [
    'child',
    async ({ project, session, seen, stopped }) => {
      value(await project.command({ type: 'prompt', session, text: 'Send somebody.', delivery: 'now' }));
      if (stopped) {
        await seen;
        value(await project.command({ type: 'stop', session }));
      }
      return rig.envelopes.waitFor((envelope) => envelope.session === session && envelope.event.type === 'turn.end');
    },
  ],
];

/** What the session and the ends of its turns say of themselves. */
function shown(session: SessionId): ReadonlyMap<string, { requests: number; cost: number }> {
  const stamped = rig.envelopes.items.filter((envelope) => envelope.session === session);
  const { own, children, compactions } = fold(emptyView(), stamped).spent;
  const ofTurns = stamped.flatMap(({ event }) => (event.type === 'turn.end' && event.spent ? [totalSpend(event.spent)] : []));
  const inTurns = [own, children].flatMap((spend) => (spend ? [spend.cost] : [])).reduce((sum, cost) => sum + cost, 0);
  expect(ofTurns.reduce((sum, { cost }) => sum + cost, 0)).toBe(inTurns);
  const rows = [['parent', own] as const, ['child', children] as const, ['compaction', compactions] as const];
  return new Map(rows.flatMap(([key, spend]) => (spend ? [[key, { requests: spend.requests, cost: spend.cost }]] : [])));
}

describe.each(WORK)('requests of source %s', (source, work) => {
  test.each(TROUBLES)('add up to what the provider billed, with trouble: %s', async (trouble) => {
    const provider = createProvider(source, trouble);
    rig = await createEngineRig({ script: provider.script, config, ports: { fetch: provider.fetch } });
    const project = await rig.open({ unsafe: true });
    const { summary } = value(await project.createSession({}));
    await work({ project, session: summary.id, seen: provider.seen, stopped: trouble === 'stopped' });
    const report = await rig.engine.usage();
    const bill = new Map<string, { requests: number; cost: number }>();
    for (const { source: key, cost } of provider.billed) {
      const { requests = 0, cost: before = 0 } = bill.get(key) ?? {};
      bill.set(key, { requests: requests + 1, cost: before + cost });
    }
    const recorded = new Map(report.sources.map(({ key, requests, cost }) => [key, { requests, cost }]));
    expect([recorded, report.total.unpriced]).toEqual([bill, 0]);
    expect(recorded.get(source)?.requests ?? 0).toBeGreaterThan(0);
    expect(shown(summary.id)).toEqual(recorded);
    for (const rows of [report.days, report.models, report.projects]) {
      expect(rows.reduce((sum, { cost }) => sum + cost, 0)).toBe(report.total.cost);
    }
  });
});
