import { z } from 'zod';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** One or more parts, each with its unit. */
const PARTS = String.raw`(\d+(\.\d+)?(ms|s|m|h|d))+`;
const EXAMPLES = '250ms, 30s, 5m or 1h30m';

/** A hundred years: what is longer is no age and no wait of anybody. */
const LONGEST = 36_500 * UNITS.d;

/** `250ms`, `30s`, `1h30m`, `30d`; becomes milliseconds. */
export const durationSchema = z
  .string()
  .regex(new RegExp(`^${PARTS}$`), `a duration such as ${EXAMPLES}`)
  .transform(milliseconds)
  .refine((ms) => ms <= LONGEST, 'must be at most 36500d');

/** A duration of a wait or an age that nothing could be done in, or that everything would be older than, if it were none at all. */
export const positiveDurationSchema = durationSchema.refine((ms) => ms > 0, 'must be a duration above 0');

/** A duration, or for ever. */
export const waitSchema = z
  .string()
  .regex(new RegExp(`^(never|${PARTS})$`), 'a duration such as 30s, 5m or 1h30m, or never')
  .transform((text) => (text === 'never' ? text : milliseconds(text)))
  .refine((wait) => wait === 'never' || wait > 0, 'must be a duration above 0, since nobody could answer in time; never waits for ever')
  .refine((wait) => wait === 'never' || wait <= LONGEST, 'must be at most 36500d, or never');

function milliseconds(text: string): number {
  return [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)].reduce(
    (total, [, amount, unit]) => total + Number(amount) * UNITS[unit as keyof typeof UNITS],
    0,
  );
}

const DURATIONS: ReadonlySet<unknown> = new Set([durationSchema, positiveDurationSchema, waitSchema]);

/** Whether numbers of that schema are milliseconds, which a file says in other words. */
export function isDuration(schema: unknown): boolean {
  return DURATIONS.has(schema);
}

/** Milliseconds as a file would say it, in the largest unit that leaves a whole number. */
export function durationText(ms: number): string {
  const [name = 'ms', size = 1] = Object.entries(UNITS).findLast(([, unit]) => ms >= unit && ms % unit === 0) ?? [];
  return `${ms / size}${name}`;
}
