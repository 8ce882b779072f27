import type { UsageRecord } from '../../shared/usage-report.ts';
import type { Ports } from '../lib/ports.ts';
import type { DayBudget } from '../providers/budget-holds.ts';
import { meteredModel } from '../providers/metered-model.ts';
import type { Model } from '../providers/provider.ts';
import { createDayHolds } from '../store/day-holds.ts';
import type { UsageStore } from '../store/usage-store.ts';
import { createUsageTelemetry } from './usage-telemetry.ts';

const HOUR = 3_600_000;

/** Whose requests they are. */
export type UsageOwner = Pick<UsageRecord, 'project' | 'session' | 'source'>;

/** Writes down every model request. No request and no turn waits for the writing. */
export interface UsageLedger {
  /** The same model with its requests recorded as that owner's. */
  metered(model: Model, owner: UsageOwner): Model;
  /** What all recorded requests since local midnight, and those of the last hour, cost in 1e-9 US dollars. Those without a price are left out. */
  spent(): Promise<{ readonly today: number; readonly lastHour: number }>;
  /** The budget of today. */
  readonly day: DayBudget;
  /** Resolves when everything asked so far is written. */
  flush(): Promise<void>;
}

export function createUsageLedger(
  store: UsageStore,
  ports: Pick<Ports, 'paths' | 'clock' | 'ids' | 'environment' | 'logger'>,
): UsageLedger {
  const { clock } = ports;
  const telemetry = createUsageTelemetry(ports);
  const pending = new Set<Promise<void>>();
  async function keep(record: UsageRecord): Promise<void> {
    await Promise.all([store.append(record), telemetry(record)]);
  }
  async function recorded(): Promise<void> {
    await Promise.all(pending);
  }
  async function costSince(time: number): Promise<number> {
    await recorded();
    return store.costSince(time);
  }
  const today = () => costSince(new Date(clock.now()).setHours(0, 0, 0, 0));
  const day = createDayHolds({ ports, spent: today, recorded });
  return {
    day,
    metered: (model, owner) =>
      meteredModel(model, {
        clock,
        record(measured, purpose) {
          const { provider, id } = model.info;
          const written = measured
            .then((request) => request && keep({ ...owner, source: purpose ?? owner.source, provider, model: id, ...request }))
            .finally(() => pending.delete(written));
          pending.add(written);
        },
      }),
    spent: async () => ({ today: await today(), lastHour: await costSince(clock.now() - HOUR) }),
    async flush() {
      await recorded();
      await day.flush();
    },
  };
}
