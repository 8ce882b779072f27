import type { Contestant, Sample } from './lib/contestants.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';
import { takeTurns } from './turns.ts';

const DELTAS = 20_000;
const RUNS = 3;

/** One answer of many deltas through the whole program. What a start costs is taken off by runs with a single delta. */
export async function benchDeltas(contestants: readonly Contestant[]): Promise<readonly Row[]> {
  const [oursShort, bareShort] = await takeTurns(contestants, { rounds: 0, deltas: 1 }, RUNS);
  const [oursLong, bareLong] = await takeTurns(contestants, { rounds: 0, deltas: DELTAS }, RUNS);
  const added = (long: readonly Sample[], short: readonly Sample[], of: 'cpuMs' | 'wallMs') =>
    median(long.map((sample) => sample[of])) - median(short.map((sample) => sample[of]));
  const title = `${DELTAS.toLocaleString('en')} deltas`;
  const bareCpu = added(bareLong, bareShort, 'cpuMs');
  const bareWall = added(bareLong, bareShort, 'wallMs');
  return [
    { figure: `${title}: added CPU`, unit: 'ms', ours: added(oursLong, oursShort, 'cpuMs'), bare: bareCpu, target: atMost(1.5 * bareCpu) },
    {
      figure: `${title}: added time`,
      unit: 'ms',
      ours: added(oursLong, oursShort, 'wallMs'),
      bare: bareWall,
      target: atMost(1.5 * bareWall),
    },
  ];
}
