import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mapLimited } from '../lib/map-limited.ts';
import { sessionFiles } from '../store/paths.ts';
import { checkCheckpoints, readUntouched, type Untouched } from './checkpoint-scenario.ts';
import { FAULTS, type Fault, matters } from './fault-fs.ts';
import { bundleNodeScript, type NodeScript } from './node-script.ts';
import { checkRewind, prepareRewind } from './rewind-scenario.ts';
import { createTempWorkspace, type TempWorkspace } from './temp-workspace.ts';
import { checkHome, filesOf } from './write-check.ts';
import { IDS, PROJECT, prepareHome } from './write-scenario.ts';

/** Every so many points, and all of them in `npm run gates`. */
const STRIDE = process.env.STEINER_GATES === '1' ? 1 : 10;
const PARALLEL = 2;

const lineSchema = z.union([z.object({ home: z.string(), told: z.string() }), z.object({ home: z.string(), points: z.array(z.string()) })]);
type Line = z.infer<typeof lineSchema>;

let base: string;
let script: NodeScript;
let workspace: TempWorkspace;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'steiner-faults-'));
  workspace = await createTempWorkspace({ files: { 'a.txt': 'a ' } });
  script = await bundleNodeScript(new URL('./fault-process.ts', import.meta.url).pathname, join(base, 'script'));
}, 120_000);

afterAll(async () => {
  await rm(base, { recursive: true, force: true, maxRetries: 10 });
  await workspace.remove();
});

interface Plan {
  readonly fault: Fault;
  readonly at: number;
}

interface Scenario {
  readonly name: 'state' | 'checkpoints' | 'rewind';
  /** Makes what there is before. */
  prepare(home: string): Promise<void>;
  /** What the scenario left in `home` that must not be so. */
  check(home: string, told: ReadonlySet<string>): Promise<readonly string[]>;
}

let bystander: ReadonlyMap<string, string>;
let untouched: Untouched;

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'state',
    prepare: async (home) => {
      await prepareHome(home);
      bystander = await filesOf(sessionFiles(join(home, 'state'), PROJECT, IDS.bystander).folder);
    },
    check: (home, told) => checkHome(home, told, bystander),
  },
  {
    name: 'checkpoints',
    prepare: async (home) => {
      await cp(workspace.path, join(home, 'project'), { recursive: true });
      untouched = await readUntouched(home);
    },
    check: (home, told) => checkCheckpoints(home, told, untouched),
  },
  {
    name: 'rewind',
    prepare: async (home) => {
      await cp(workspace.path, join(home, 'project'), { recursive: true });
      await prepareRewind(home);
    },
    check: checkRewind,
  },
];

/** Carries out the plans in one process, each in a copy of the template, then looks at what they left: complaints, and the points that there were. */
async function carryOut({ name, check }: Scenario, plans: readonly Plan[]) {
  const homes = plans.map(({ fault, at }) => join(base, `${name}-${fault}-${at}`));
  for (const home of homes) await cp(join(base, name), home, { recursive: true });
  const running = script.start(JSON.stringify(plans.map((plan, index) => ({ ...plan, scenario: name, home: homes[index] }))));
  const lines: Line[] = [];
  for await (const line of running.lines) lines.push(lineSchema.parse(JSON.parse(line)));
  await running.exited;
  return mapLimited(homes, PARALLEL, async (home) => {
    const own = lines.filter((line) => line.home === home);
    const told = new Set(own.flatMap((line) => ('told' in line ? [line.told] : [])));
    const complaints = await check(home, told);
    await rm(home, { recursive: true, maxRetries: 10 });
    return { points: own.flatMap((line) => ('points' in line ? line.points : [])), complaints };
  });
}

function plansOf(fault: Fault, points: readonly string[]): readonly Plan[] {
  const all = points.flatMap((point, index) => (matters(fault, point) ? [{ fault, at: index + 1 }] : []));
  return all.filter((_, index) => index % STRIDE === FAULTS.indexOf(fault) % STRIDE);
}

const ENDS: readonly Fault[] = ['kill', 'cut'];

describe.each(SCENARIOS)('$name', (scenario) => {
  let points: readonly string[];

  test('nothing is wrong when nothing goes wrong, and there are many points at which it can', async () => {
    await scenario.prepare(join(base, scenario.name));
    const [outcome] = await carryOut(scenario, [{ fault: 'kill', at: 0 }]);
    expect(outcome?.complaints).toEqual([]);
    points = outcome?.points ?? [];
    expect(points.length).toBeGreaterThan(scenario.name === 'state' ? 150 : 10);
  }, 120_000);

  test.each(FAULTS)(
    '%s: nothing that was told is lost, and everything goes on',
    async (fault) => {
      const plans = plansOf(fault, points);
      const groups = ENDS.includes(fault) ? plans.map((plan) => [plan]) : [plans];
      const outcomes = (await mapLimited(groups, PARALLEL, (group) => carryOut(scenario, group))).flat();
      const complaints = outcomes.flatMap((outcome, index) => {
        const { at = 0 } = plans[index] ?? {};
        return outcome.complaints.map((complaint) => `${at} (${points[at - 1]}): ${complaint}`);
      });
      expect(complaints).toEqual([]);
      if (scenario.name === 'state') expect(outcomes.length).toBeGreaterThan(0);
    },
    300_000,
  );
});
