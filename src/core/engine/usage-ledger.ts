import type { UsageRecord } from '../../shared/usage-report.ts';
import type { Clock } from '../lib/ports.ts';
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
  /** Resolves when everything asked so far is written. */
  flush(): Promise<void>;
}

export function createUsageLedger(store: UsageStore, clock: Clock): UsageLedger {
  const pending = new Set<Promise<void>>();
  return {
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
    async spentToday() {
      await Promise.all(pending);
      const midnight = new Date(clock.now()).setHours(0, 0, 0, 0);
      const { records } = await store.read(midnight);
      return records.reduce((sum, { time, cost = 0 }) => (time >= midnight ? sum + cost : sum), 0);
    },
    async flush() {
      await Promise.all(pending);
    },
  };
}
