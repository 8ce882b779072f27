import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { RestoreStep } from '../git/checkpoints.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { acquireLock } from '../lib/lock-file.ts';
import type { Ports } from '../lib/ports.ts';
import { identityOf, isRunning, processIdentitySchema } from '../lib/process-identity.ts';
import { projectFolder } from '../store/paths.ts';

const changeSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'modified', 'deleted']),
  mode: z.string(),
  object: z.string(),
});

const entrySchema = z.object({
  version: z.literal(1),
  holder: processIdentitySchema,
  session: sessionIdSchema,
  events: z.number().int().nonnegative(),
  step: z.object({ present: z.string(), aside: z.string(), changes: z.array(changeSchema) }),
});

/** Files that are about to be replaced on behalf of a session. */
export interface RewindEntry {
  readonly session: SessionId;
  /** How many events its log held: what it says of the rewind comes after them. */
  readonly events: number;
  readonly step: RestoreStep;
}

/** What a process was doing to the files when it ended. */
export interface CutOffRewind extends RewindEntry {
  /** Forgets it. */
  done(): Promise<void>;
}

/**
 * What is being done to the files of a project and does not stand in a log yet, so that the next start can take back what was cut off. It lies in the state folder:
 * what it says is done, and no command can write there.
 */
export interface RewindJournal {
  /** On disk when it resolves; the answer forgets it. Rejects with the errno of what failed. */
  begin(entry: RewindEntry): Promise<() => Promise<void>>;
  /** Of processes that are gone, the newest first. While `use` runs no other process has them. */
  cutOff(use: (rewind: CutOffRewind) => Promise<void>): Promise<void>;
}

const NAME = /^rewind-(\d{15})-[0-9a-f]{8}\.json$/;

export function createRewindJournal({ paths, clock, ids }: Pick<Ports, 'paths' | 'clock' | 'ids'>, project: string): RewindJournal {
  const folder = projectFolder(paths.state, project);

  async function read(file: string): Promise<RewindEntry | undefined> {
    const entry = entrySchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
    return entry && !(await isRunning(entry.holder)) ? entry : undefined;
  }

  async function take(file: string, use: (rewind: CutOffRewind) => Promise<void>): Promise<void> {
    const lock = await acquireLock(`${file}.lock`, ids);
    if (lock.kind === 'busy') return;
    try {
      const entry = await read(file).catch(() => undefined);
      if (entry) await use({ ...entry, done: () => rm(file, { force: true }) });
    } finally {
      await lock.release();
    }
  }

  return {
    begin: async (entry) => {
      const holder = await identityOf(process.pid);
      const file = join(folder, `rewind-${String(clock.now()).padStart(15, '0')}-${ids.hex(4)}.json`);
      await writeAtomic(file, JSON.stringify({ version: 1, holder, ...entry }));
      return () => rm(file, { force: true });
    },
    cutOff: async (use) => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
      for (const name of names.toSorted().toReversed()) await take(join(folder, name), use);
    },
  };
}
