/**
 * A process that appends records of its own and reads what all add up to in between, until it is killed or has done all. Its arguments are the state
 * folder, its name and how many. Prints the number of each record that is written.
 */
import { writeSync } from 'node:fs';
import { createUsageStore } from '../usage-store.ts';

const [, , state = '', name = '', count = ''] = process.argv;
const store = createUsageStore({ paths: { state, config: state, cache: state }, logger: { log: () => undefined } });
for (let number = 0; number < Number(count); number += 1) {
  const time = Date.UTC(2026, 10, 30) + number * 60_000;
  const made = { project: `/${'p'.repeat(400)}`, session: name, provider: 'box', model: name, source: 'parent', stop: 'complete' } as const;
  await store.append({ ...made, time, duration: number, cost: number });
  writeSync(1, `${number}\n`);
  if (number % 7 === 0) await store.costSince(0);
}
