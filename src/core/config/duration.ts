import { z } from 'zod';

/** `250ms`, `30s`, `5m`, `1h`; becomes milliseconds. */
export const durationSchema = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h)$/, 'a duration such as 250ms, 30s, 5m or 1h')
  .transform((text) => {
    const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
    const [, amount = '0', , name = 'ms'] = /^(\d+(\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
    return Number(amount) * unit[name as keyof typeof unit];
  });
