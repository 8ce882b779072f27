/**
 * A process that writes where writing goes wrong. Its argument is a list of plans, carried out one after the other, each in a home of its own. Prints one JSON value a line: a
 * step that is done, and at the end of a plan the operations that there were.
 */
import { writeSync } from 'node:fs';
import { z } from 'zod';
import { takeCheckpoints } from './checkpoint-scenario.ts';
import { FAULTS, installFaults } from './fault-fs.ts';
import { rewind } from './rewind-scenario.ts';
import { runScenario } from './write-scenario.ts';

const planSchema = z.object({
  home: z.string(),
  /** What is done there: everything that is written for a person, checkpoints of a repository, or going back to one. */
  scenario: z.enum(['state', 'checkpoints', 'rewind']),
  fault: z.enum(FAULTS),
  at: z.number(),
});

async function main(text: string): Promise<void> {
  const faults = await installFaults();
  for (const { home, scenario, ...plan } of z.array(planSchema).parse(JSON.parse(text))) {
    const tell = (told: string) => print({ told, home });
    faults.arm(plan);
    if (scenario === 'state') await runScenario(home, tell);
    else await (scenario === 'rewind' ? rewind : takeCheckpoints)(home, tell, faults);
    print({ points: faults.points(), home });
    faults.arm();
  }
}

function print(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

await main(process.argv[2] ?? '');
