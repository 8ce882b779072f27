import { resolve } from 'node:path';
import type { UsageRecord } from '../../shared/usage-report.ts';
import { appendLine } from '../lib/append-line.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';

/** Writes one line for each response that says what it used, to a file that a person named. */
export type UsageTelemetry = (record: UsageRecord) => Promise<void>;

/**
 * `STEINER_USAGE_TELEMETRY` names the file, `STEINER_USAGE_TELEMETRY_RUN` labels the lines. Without the first nothing is written, and nothing ever leaves
 * the machine. A file that cannot be written is warned about once, and then left alone.
 */
export function createUsageTelemetry({ environment, logger }: Pick<Ports, 'environment' | 'logger'>): UsageTelemetry {
  const { STEINER_USAGE_TELEMETRY: path, STEINER_USAGE_TELEMETRY_RUN: run } = environment.vars;
  if (!path) return async () => undefined;
  const file = resolve(path.replace(/^~(?=\/|$)/, environment.home));
  let off = false;
  return async ({ time, source, provider, model, usage }) => {
    if (off || !usage) return;
    const line = {
      time: new Date(time).toISOString(),
      ...(run ? { run } : {}),
      source,
      provider,
      model,
      prompt: usage.input,
      cache_read: usage.cacheRead,
      cache_create: usage.cacheWrite,
      completion: usage.output,
    };
    await appendLine(file, JSON.stringify(line)).catch((failure: unknown) => {
      if (!off)
        logger.log('warn', 'the file that STEINER_USAGE_TELEMETRY names cannot be written, and is left alone', {
          code: errnoOf(failure) ?? String(failure),
        });
      off = true;
    });
  };
}
