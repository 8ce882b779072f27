import { z } from 'zod';
import type { ContextReport } from './context.ts';
import { sessionIdSchema } from './ids.ts';
import type { PrefixPair, PrefixReport } from './prefix.ts';

const number = z.number().int().positive();

/** The requests about what a session's model is sent. */
export const contextRequests = {
  'session.context': z.object({ session: sessionIdSchema }),
  /** The newest requests, or the newest before the one of that number. */
  'prefix.report': z.object({ session: sessionIdSchema, before: number.optional() }),
  'prefix.pair': z.object({ session: sessionIdSchema, a: number, b: number }),
} as const;

export interface ContextOutputs {
  'session.context': ContextReport;
  'prefix.report': PrefixReport;
  'prefix.pair': PrefixPair;
}
