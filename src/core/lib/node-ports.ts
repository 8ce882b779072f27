import { join } from 'node:path';
import { StartFailure } from '../../shared/start-failure.ts';
import { type Place, placesProblem } from './check-places.ts';
import { createSystemClock } from './clock.ts';
import { homeFolder } from './home-folder.ts';
import { createHttpFetch } from './http-fetch.ts';
import { createRandomIds } from './ids.ts';
import { createJsonLogger, parseLogLevel } from './json-logger.ts';
import { createKeychain } from './keychain/create-keychain.ts';
import { createNodeProcesses } from './node-processes.ts';
import type { Environment, Logger, Ports } from './ports.ts';
import { identityOf } from './process-identity.ts';
import { ProcessLedger } from './process-ledger.ts';
import { sweepOrphans } from './process-sweep.ts';
import { secretValues } from './secret-values.ts';
import { resolveStatePaths } from './state-paths.ts';
import { sweepTempFolders } from './temp-folder.ts';

export interface NodePortsOptions {
  /** The environment variables of this process; later changes to them are not seen. */
  readonly vars: Readonly<Record<string, string | undefined>>;
  /** Instead of the JSONL file in the state folder. */
  readonly logger?: Logger | undefined;
  /** Where something will be written. Default: nowhere, so that a folder that is only read need not be writable. */
  readonly writes?: readonly Place[] | undefined;
}

/**
 * The ports of a real machine. Ends what earlier instances left running after a crash and removes their temporary folders; otherwise it starts and writes nothing.
 * `processes.close()` gives back what it holds. Rejects with a `StartFailure` where a folder that it needs cannot be used.
 */
export async function createNodePorts(options: NodePortsOptions): Promise<Ports> {
  const home = homeFolder(options.vars);
  const vars = { ...options.vars, HOME: home };
  const environment: Environment = { vars, home, platform: process.platform };
  const paths = resolveStatePaths(environment);
  const unusable = placesProblem(paths, options.writes ?? []);
  if (unusable) throw new StartFailure(unusable);
  const clock = createSystemClock();
  const ids = createRandomIds();
  const logger = options.logger ?? defaultLogger(environment, paths.state);
  const folder = join(paths.state, 'processes');
  await Promise.all([sweepOrphans(folder, logger), sweepTempFolders()]);
  const self = await identityOf(process.pid);
  if (!self) throw new Error('the start time of this process cannot be read');
  const processes = createNodeProcesses(new ProcessLedger({ folder, self, ids, logger }));
  const keychain = createKeychain({ processes, environment, clock });
  return { clock, ids, environment, paths, processes, fetch: createHttpFetch(), keychain, logger };
}

function defaultLogger(environment: Environment, state: string): Logger {
  return createJsonLogger({
    file: environment.vars.STEINER_LOG_FILE || join(state, 'diagnostics', 'steiner.jsonl'),
    level: parseLogLevel(environment.vars.STEINER_LOG_LEVEL),
    clock: createSystemClock(),
    secrets: [...secretValues(environment.vars, {}).keys()],
  });
}
