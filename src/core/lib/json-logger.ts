import { mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Logger } from './ports.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const ROTATE_BYTES = 5 * 1024 * 1024;

export type LogLevel = (typeof LEVELS)[number];

export interface JsonLoggerOptions {
  /** Absolute. Made, with its folder, when the first line is written. */
  readonly file: string;
  /** Lines below it are dropped. */
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Values that must not be written down. */
  readonly secrets?: readonly string[];
}

/**
 * One JSON object per line, appended at once so that the lines before a crash are there. A log that has grown past 5 MiB is
 * kept as `<file>.1` when the next process starts writing. A log that cannot be written is given up in silence: logging must never
 * be the reason that work stops.
 */
export function createJsonLogger(options: JsonLoggerOptions): Logger {
  const least = LEVELS.indexOf(options.level);
  const secrets = (options.secrets ?? []).map((secret) => JSON.stringify(secret).slice(1, -1));
  const masked = (line: string) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line);
  let descriptor: number | undefined;
  let broken = false;
  return {
    log: (level, message, fields) => {
      if (broken || LEVELS.indexOf(level) < least) return;
      const line = { ...fields, time: new Date(options.clock.now()).toISOString(), level, pid: process.pid, message };
      try {
        descriptor ??= openLog(options.file);
        writeSync(descriptor, `${masked(JSON.stringify(line))}\n`);
      } catch {
        broken = true;
      }
    },
  };
}

export function parseLogLevel(text: string | undefined): LogLevel {
  return LEVELS.find((level) => level === text?.toLowerCase()) ?? 'info';
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}
