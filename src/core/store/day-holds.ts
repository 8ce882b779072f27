import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import type { Ports } from '../lib/ports.ts';
import { identityOf, isRunning, processIdentitySchema } from '../lib/process-identity.ts';
import { lockedOr } from '../lib/with-lock.ts';

/** How long other processes are waited for, in milliseconds. */
const PATIENCE = 2_000;

const heldSchema = z.object({ ...processIdentitySchema.shape, amount: z.number().nonnegative() });

/** Amounts are in 1e-9 US dollars. */
export type HoldOutcome =
  /** Set aside. `settle` gives it back once what was recorded by then is written; calling it again does nothing. */
  | { readonly kind: 'held'; readonly settle: () => void }
  /** It would cross the limit: so much is spent or set aside. */
  | { readonly kind: 'crossed'; readonly spent: number }
  /** Nobody knows what other processes set aside. */
  | { readonly kind: 'failed'; readonly because: string };

/** Money that running requests of all processes may take: one file a process, `usage/holds/*.json` in the state folder. */
export interface DayHolds {
  hold(amount: number, limit: number): Promise<HoldOutcome>;
  /** Resolves when everything that was settled is given back. */
  flush(): Promise<void>;
}

export interface DayHoldsOptions {
  readonly ports: Pick<Ports, 'paths' | 'clock' | 'ids'>;
  /** What all recorded requests of the day cost. */
  readonly spent: () => Promise<number>;
  /** Resolves when the requests that have ended by now are recorded. */
  readonly recorded: () => Promise<void>;
}

/**
 * The look at what is spent and the hold are one step among all processes, under a lock. A process first reads what others hold and then what is spent,
 * and gives its own back only after its cost is recorded, so that no money is ever in neither. What a dead process held does not count.
 */
export function createDayHolds({ ports, spent, recorded }: DayHoldsOptions): DayHolds {
  const folder = join(ports.paths.state, 'usage', 'holds');
  const file = join(folder, `${process.pid}-${ports.ids.hex(4)}.json`);
  const queue = new SerialQueue();
  let own = 0;

  async function write(amount: number): Promise<void> {
    if (amount <= 0) return rm(file, { force: true });
    await writeAtomic(file, JSON.stringify({ ...(await identityOf(process.pid)), amount }), { sync: false });
  }

  async function settle(amount: number): Promise<void> {
    await recorded();
    own -= amount;
    await write(own).catch(() => undefined);
  }

  async function tryHold(amount: number, limit: number): Promise<HoldOutcome> {
    const others = await heldByOthers(folder, file);
    const total = own + others + (await spent());
    if (total >= limit || total + amount > limit) return { kind: 'crossed', spent: total };
    await write(own + amount);
    own += amount;
    let held = true;
    const once = () => {
      if (held) void queue.run(() => settle(amount));
      held = false;
    };
    return { kind: 'held', settle: once };
  }

  return {
    hold: (amount, limit) => queue.run(() => locked(ports, folder, () => tryHold(amount, limit))),
    flush: () => queue.run(async () => undefined),
  };
}

function locked({ clock, ids }: DayHoldsOptions['ports'], folder: string, use: () => Promise<HoldOutcome>): Promise<HoldOutcome> {
  const options = { path: join(folder, 'lock'), clock, ids, patience: PATIENCE };
  return lockedOr(options, use, ({ reason }) => ({ kind: 'failed', because: reason }));
}

/** What living processes hold. A file of a dead one is removed. */
async function heldByOthers(folder: string, own: string): Promise<number> {
  let total = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.json') || path === own) continue;
    const held = await readHeld(path);
    if (held && (await isRunning(held))) total += held.amount;
    else await rm(path, { force: true });
  }
  return total;
}

async function readHeld(path: string): Promise<z.infer<typeof heldSchema> | undefined> {
  try {
    return heldSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
