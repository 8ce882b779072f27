import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RecentProject } from '../../shared/ipc.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';

const MOST = 20;
const fileSchema = z.array(z.object({ path: z.string(), openedAt: z.number() }));
type Entry = z.infer<typeof fileSchema>[number];

/** Which projects were opened in a window, newest first. A convenience: a file that cannot be read or written is logged and passed over. */
export interface RecentProjects {
  list(): Promise<readonly RecentProject[]>;
  add(path: string): Promise<void>;
}

export function createRecentProjects({ paths, clock, logger }: Pick<Ports, 'paths' | 'clock' | 'logger'>): RecentProjects {
  const file = join(paths.state, 'recent-projects.json');

  async function read(): Promise<readonly Entry[]> {
    try {
      return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (failure) {
      if (errnoOf(failure) !== 'ENOENT') logger.log('warn', 'the recent projects cannot be read', { file, error: String(failure) });
      return [];
    }
  }

  async function add(path: string): Promise<void> {
    const rest = (await read()).filter((entry) => entry.path !== path);
    const entries = [{ path, openedAt: clock.now() }, ...rest].slice(0, MOST);
    try {
      await writeAtomic(file, JSON.stringify(entries, null, 2), { sync: false });
    } catch (failure) {
      logger.log('warn', 'the recent projects cannot be written', { file, error: String(failure) });
    }
  }

  async function list(): Promise<readonly RecentProject[]> {
    const entries = await read();
    return entries.map(({ path, openedAt }) => ({ path, openedAt, name: basename(path), missing: !existsSync(path) }));
  }

  return { list, add };
}
