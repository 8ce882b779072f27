import type { Config } from '../config/schema.ts';
import { createJsonLogger } from '../lib/json-logger.ts';
import type { Logger, Ports } from '../lib/ports.ts';
import { absoluteFrom } from '../sandbox/absolute-from.ts';

/** Where a project writes its log: the file of its own that the configuration asks for, else that of the program. */
export function projectLogger({ logging }: Config, ports: Pick<Ports, 'logger' | 'environment' | 'clock'>): Logger {
  if (!logging.enabled) return ports.logger;
  const { home } = ports.environment;
  const file = absoluteFrom(home, home, logging.file ?? '~/.local/share/steiner/steiner.log');
  return createJsonLogger({ file, level: logging.level, clock: ports.clock });
}
