import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditEntry, auditEntrySchema } from '../../shared/approvals.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { appendLine } from '../lib/append-line.ts';
import { errnoOf } from '../lib/errno.ts';
import { maskSecrets } from '../lib/mask-secrets.ts';
import type { Logger } from '../lib/ports.ts';

/** Bytes of the newest entries that are looked at. */
const READ = 4 * 1_024 * 1_024;
/** Longest subject kept, in characters: so that a line is written in one piece. */
const LONGEST = 2_000;

/** Every decision on an approval, one JSON line each, only ever appended to. */
export interface AuditLog {
  /** Never rejects: a log that cannot be written is told to the program's log and stops nobody. */
  append(entry: AuditEntry): Promise<void>;
  /** The newest entries of one project, newest first. */
  read(project: string): Promise<readonly AuditEntry[]>;
}

export interface AuditLogOptions {
  /** The folder of the person's state. */
  readonly folder: string;
  readonly logger: Logger;
  /** Values that must not be written down. */
  readonly secrets: readonly string[];
}

export function createAuditLog({ folder, logger, secrets }: AuditLogOptions): AuditLog {
  const file = join(folder, 'approvals', 'audit.jsonl');
  const queue = new SerialQueue();

  async function write(entry: AuditEntry): Promise<void> {
    const subject = maskSecrets(entry.subject, secrets).slice(0, LONGEST);
    await appendLine(file, JSON.stringify({ ...entry, subject }));
  }

  return {
    append: (entry) =>
      queue
        .run(() => write(entry))
        .catch((failure: unknown) => logger.log('error', 'the audit log cannot be written', { file, error: String(failure) })),
    read: async (project) => {
      const lines = (await readEnd(file)).split('\n');
      return lines
        .flatMap(entryOf)
        .filter((entry) => entry.project === project)
        .reverse();
    },
  };
}

/** A line that is torn or from another version is passed over. */
function entryOf(line: string): readonly AuditEntry[] {
  try {
    const parsed = auditEntrySchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

async function readEnd(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, READ);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return buffer.toString('utf8');
    } finally {
      await file.close();
    }
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return '';
    throw failure;
  }
}
