import { errnoOf } from '../../lib/errno.ts';

/** Why a page cannot be had, in words for the model. Thrown within the folder only. */
export class FetchFailure extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host was not found.',
  EAI_AGAIN: 'The host name could not be looked up; there may be no network.',
  ECONNREFUSED: 'The host refused the connection.',
  ECONNRESET: 'The host closed the connection before it had answered.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'The host did not answer.',
};

/** The words for anything that went wrong on the way. Undefined for what is a bug. */
export function describeFailure(failure: unknown): string | undefined {
  if (failure instanceof FetchFailure) return failure.message;
  // Several addresses were tried, each with a failure of its own.
  if (failure instanceof AggregateError && failure.errors.length > 0) return describeFailure(failure.errors[0]);
  const code = errnoOf(failure);
  if (code === undefined) return undefined;
  return REASONS[code] ?? `The request failed (${code}).`;
}
