/** A process that sets money aside and keeps it until it is killed. Its arguments are the state folder, the amount and the limit; it prints what came of it. */
import { writeSync } from 'node:fs';
import { createSystemClock } from '../../lib/clock.ts';
import { createRandomIds } from '../../lib/ids.ts';
import { createDayHolds } from '../day-holds.ts';

const [, , state = '', amount = '', limit = ''] = process.argv;
const ports = { clock: createSystemClock(), ids: createRandomIds(), paths: { state, config: state, cache: state } };
const holds = createDayHolds({ ports, spent: async () => 0, recorded: async () => undefined });
const { kind } = await holds.hold(Number(amount), Number(limit));
writeSync(1, `${kind}\n`);
setInterval(() => undefined, 60_000);
