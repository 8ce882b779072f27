import { runInNewContext } from 'node:vm';

/** Far more than linear work on any input of a test takes, far less than quadratic work takes. */
const LIMIT = 15_000;

/** Runs synchronous work and throws where it does not come to an end, which otherwise no limit of a test would stop: also a regular expression that backtracks. */
export function endsInTime<T>(work: () => T): T {
  return runInNewContext('work()', { work }, { timeout: LIMIT }) as T;
}
