import type { Contestant, Sample } from './lib/contestants.ts';
import { median, percentile } from './lib/figures.ts';
import { atMost, isTrue, type Row } from './lib/report.ts';

/** Runs of each length; the contestants take turns, so that a busy machine hits both. */
const RUNS: ReadonlyMap<number, number> = new Map([
  [50, 3],
  [200, 2],
]);

/** Rounds of one trivial shell call each, in the sandbox. */
export async function benchTurns(contestants: readonly Contestant[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [rounds, runs] of RUNS) {
    const [ours, bare] = await takeTurns(contestants, { rounds, deltas: 1 }, runs);
    rows.push(...compare(`${rounds} rounds`, ours, bare));
    if (rounds === 200) rows.push(...longRun(ours, bare));
  }
  return rows;
}

export async function takeTurns(
  contestants: readonly Contestant[],
  plan: Parameters<Contestant['run']>[0],
  runs: number,
): Promise<readonly [readonly Sample[], readonly Sample[]]> {
  const samples = new Map<string, Sample[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const contestant of contestants) {
      samples.set(contestant.name, [...(samples.get(contestant.name) ?? []), await contestant.run(plan)]);
    }
  }
  return [samples.get('steiner') ?? [], samples.get('bare loop') ?? []];
}

function compare(title: string, ours: readonly Sample[], bare: readonly Sample[]): Row[] {
  const gaps = (samples: readonly Sample[]) => samples.flatMap((sample) => sample.gaps);
  const first = (samples: readonly Sample[]) => median(samples.map((sample) => sample.toFirstRequestMs));
  const bareGap = median(gaps(bare));
  return [
    {
      figure: `${title}: response end to next request, median`,
      unit: 'ms',
      ours: median(gaps(ours)),
      bare: bareGap,
      target: atMost(bareGap + 8),
    },
    {
      figure: `${title}: response end to next request, p95`,
      unit: 'ms',
      ours: percentile(gaps(ours), 0.95),
      bare: percentile(gaps(bare), 0.95),
    },
    { figure: `${title}: process start to first request, median`, unit: 'ms', ours: first(ours), bare: first(bare), target: atMost(400) },
  ];
}

function longRun(ours: readonly Sample[], bare: readonly Sample[]): Row[] {
  const cpu = (samples: readonly Sample[]) => median(samples.map((sample) => sample.cpuMs)) / 1_000;
  const peak = (samples: readonly Sample[]) => Math.max(...samples.map((sample) => sample.peakMb));
  const bytes = (samples: readonly Sample[]) => Math.max(...samples.map((sample) => sample.requestBytes)) / 1_024;
  const broken = ours.map((sample) => sample.brokenPrefix).find((fault) => fault !== null);
  return [
    {
      figure: '200 rounds: median of rounds 190-200 over 10-20',
      unit: '×',
      ours: flatness(ours),
      bare: flatness(bare),
      target: atMost(1.1),
    },
    { figure: '200 rounds: CPU of the process tree', unit: 's', ours: cpu(ours), bare: cpu(bare), target: atMost(2 * cpu(bare)) },
    { figure: '200 rounds: peak memory of the process tree', unit: 'MB', ours: peak(ours), bare: peak(bare), target: atMost(120) },
    { figure: '200 rounds: size of the last request', unit: 'KB', ours: bytes(ours), bare: bytes(bare) },
    {
      figure: '200 rounds: each request extends the one before',
      unit: '',
      ours: broken ?? 'yes',
      bare: '',
      target: isTrue(broken === undefined),
    },
  ];
}

function flatness(samples: readonly Sample[]): number {
  const between = (from: number, to: number) => median(samples.flatMap(({ gaps }) => gaps.slice(from, to + 1)));
  return between(190, 200) / between(10, 20);
}
