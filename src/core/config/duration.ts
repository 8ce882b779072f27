import { z } from 'zod';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `250ms`, `30s`, `5m`, `1h`, `30d`; becomes milliseconds. */
export const durationSchema = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h|d)$/, 'a duration such as 250ms, 30s, 5m or 1h')
  .transform(milliseconds);

/** A duration, or for ever. */
export const waitSchema = z
  .string()
  .regex(/^(never|\d+(\.\d+)?(ms|s|m|h|d))$/, 'a duration such as 30s, 5m or 1h, or never')
  .transform((text) => (text === 'never' ? text : milliseconds(text)))
  .refine((wait) => wait === 'never' || wait > 0, 'a duration above 0, since nobody could answer in time; never waits for ever');

function milliseconds(text: string): number {
  const [, amount = '0', , name = 'ms'] = /^(\d+(\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return Number(amount) * UNITS[name as keyof typeof UNITS];
}

/** Whether numbers of that schema are milliseconds, which a file says in other words. */
export function isDuration(schema: unknown): boolean {
  return schema === durationSchema || schema === waitSchema;
}

/** Milliseconds as a file would say it, in the largest unit that leaves a whole number. */
export function durationText(ms: number): string {
  const [name = 'ms', size = 1] = Object.entries(UNITS).findLast(([, unit]) => ms >= unit && ms % unit === 0) ?? [];
  return `${ms / size}${name}`;
}
