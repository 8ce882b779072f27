import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSystemClock } from '../src/core/lib/clock.ts';
import { createHttpFetch } from '../src/core/lib/http-fetch.ts';
import { createRandomIds } from '../src/core/lib/ids.ts';
import { createChatModel } from '../src/core/providers/chat-completions.ts';
import { modelRequest, modelSpec, userMessage } from '../src/core/testing/provider-rig.ts';
import { readBareStream } from './lib/bare-stream.ts';
import { median } from './lib/figures.ts';
import type { RemoteModelServer } from './lib/model-server.ts';
import { atMost, type Row } from './lib/report.ts';

const DELTAS = 20_000;
const RUNS = 7;

/** Of the answers whose memory is compared. */
const LENGTHS = [20_000, 80_000, 320_000] as const;

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** What stays on the heap while the answer is held. */
  readonly heapMb: number;
}

/** The Chat Completions wire alone against a bare loop, in one process and taking turns. The first run of each warms up and does not count. */
export async function benchStream(server: RemoteModelServer): Promise<readonly Row[]> {
  const url = await server.begin({ rounds: 0, command: 'true', deltas: DELTAS });
  const model = createChatModel(modelSpec({ url }), { clock: createSystemClock(), ids: createRandomIds(), fetch: createHttpFetch() });
  const ours: Cost[] = [];
  const bare: Cost[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const theirs = await measure(() => readBareStream(url));
    const wire = await measure(async () => {
      let text = '';
      for await (const event of model.stream(modelRequest([userMessage('go')]))) text += event.type === 'delta' ? event.text : '';
      return text;
    });
    if (run > 0) {
      bare.push(theirs);
      ours.push(wire);
    }
  }
  return [
    row('CPU', 'ms', { ours, bare, of: 'cpuMs' }),
    row('time', 'ms', { ours, bare, of: 'wallMs' }),
    row('heap growth', 'MB', { ours, bare, of: 'heapMb' }),
    ...(await benchMemory(server)),
  ];
}

/** What is alive at most while an answer comes, for each byte of it: the same for a long one as for a short one. */
async function benchMemory(server: RemoteModelServer): Promise<readonly Row[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (const deltas of LENGTHS) {
    const url = await server.begin({ rounds: 0, command: 'true', deltas });
    const model = createChatModel(modelSpec({ url }), { clock: createSystemClock(), ids: createRandomIds(), fetch: createHttpFetch() });
    const wire = async (took: (bytes: number) => void) => {
      let bytes = 0;
      for await (const event of model.stream(modelRequest([userMessage('go')]))) {
        if (event.type !== 'delta') continue;
        bytes += event.text.length;
        took(bytes);
      }
      return bytes;
    };
    bare.push(await alivePerByte(deltas, async (took) => (await readBareStream(url, took)).length));
    ours.push(await alivePerByte(deltas, wire));
  }
  const names = LENGTHS.map((deltas, index): Row => {
    const figure = `${deltas.toLocaleString('en')} deltas: alive at most for each byte of the answer`;
    return { figure, unit: 'bytes', ours: ours[index] ?? Number.NaN, bare: bare[index] ?? Number.NaN };
  });
  const growth = (of: readonly number[]) => (of.at(-1) ?? Number.NaN) / (of[0] ?? Number.NaN);
  const figure = `the same, ${LENGTHS[2].toLocaleString('en')} deltas over ${LENGTHS[0].toLocaleString('en')}`;
  return [...names, { figure, unit: 'x', ours: growth(ours), bare: growth(bare), target: atMost(1.1) }];
}

/** `read` says how much of the answer there is. The heap is looked at some times on the way, after everything that is dead was collected. */
async function alivePerByte(deltas: number, read: (took: (bytes: number) => void) => Promise<number>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let [next, most] = [0, 0];
  const look = () => {
    collectGarbage();
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  };
  const bytes = await read((sofar) => {
    if (sofar < next) return;
    // A delta has some ten bytes, so that makes about ten looks.
    next = sofar + deltas;
    look();
  });
  look();
  return most / bytes;
}

interface Compared {
  readonly ours: readonly Cost[];
  readonly bare: readonly Cost[];
  readonly of: keyof Cost;
}

function row(what: string, unit: string, { ours, bare, of }: Compared): Row {
  const figures = { ours: median(ours.map((cost) => cost[of])), bare: median(bare.map((cost) => cost[of])) };
  const target = of === 'heapMb' ? {} : { target: atMost(1.5 * figures.bare) };
  return { figure: `${DELTAS.toLocaleString('en')} deltas, wire alone: ${what}`, unit, ...figures, ...target };
}

async function measure(read: () => Promise<string>): Promise<Cost> {
  collectGarbage();
  const heap = process.memoryUsage().heapUsed;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const text = await read();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  collectGarbage();
  const heapMb = (process.memoryUsage().heapUsed - heap) / 1_048_576;
  if (!text.endsWith(`word${DELTAS - 1} `)) throw new Error('the streamed answer did not come whole');
  return { wallMs, cpuMs: (user + system) / 1_000, heapMb };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
