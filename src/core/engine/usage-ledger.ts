import type { UsageRecord } from '../../shared/usage-report.ts';
import type { Clock } from '../lib/ports.ts';
import { BudgetHolds } from '../providers/budget-holds.ts';
import { meteredModel } from '../providers/metered-model.ts';
import type { Model } from '../providers/provider.ts';
import type { UsageStore } from '../store/usage-store.ts';

/** Whose requests they are. */
export type UsageOwner = Pick<UsageRecord, 'project' | 'session' | 'source'>;

/** Writes down every model request. No request and no turn waits for it. */
export interface UsageLedger {
  /** The same model with its requests recorded as that owner's. */
  metered(model: Model, owner: UsageOwner): Model;
  /** What all recorded requests since local midnight cost, in 1e-9 US dollars. Those without a price are left out. */
  spentToday(): Promise<number>;
  /** As `spentToday`, with the requests of the last hour beside it. */
  spent(): Promise<{ readonly today: number; readonly lastHour: number }>;
  /** Money that running requests may take. */
  readonly holds: BudgetHolds;
  /** Resolves when everything asked so far is written. */
  flush(): Promise<void>;
}

export function createUsageLedger(store: UsageStore, clock: Clock): UsageLedger {
  const pending = new Set<Promise<void>>();
  async function spent(): ReturnType<UsageLedger['spent']> {
    await Promise.all(pending);
    const now = clock.now();
    const [midnight, hourAgo] = [new Date(now).setHours(0, 0, 0, 0), now - 3_600_000];
    const { records } = await store.read(Math.min(midnight, hourAgo));
    const since = (start: number) => records.reduce((sum, { time, cost = 0 }) => (time >= start ? sum + cost : sum), 0);
    return { today: since(midnight), lastHour: since(hourAgo) };
  }
  return {
    holds: new BudgetHolds(),
    metered: (model, owner) =>
      meteredModel(model, {
        clock,
        record(measured, purpose) {
          const { provider, id } = model.info;
          const written = measured
            .then((request) => request && store.append({ ...owner, source: purpose ?? owner.source, provider, model: id, ...request }))
            .finally(() => pending.delete(written));
          pending.add(written);
        },
      }),
    spentToday: async () => (await spent()).today,
    spent,
    async flush() {
      await Promise.all(pending);
    },
  };
}
