import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionIdSchema } from '../../shared/ids.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import type { SessionLog } from '../store/session-log.ts';
import { createSessionStore } from '../store/session-store.ts';

/** A real session log in a folder of its own. */
export interface TempLog {
  readonly folder: string;
  readonly log: SessionLog;
  remove(): Promise<void>;
}

export async function createTempLog(): Promise<TempLog> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-log-'));
  const ports = await createNodePorts({ vars: { STEINER_HOME: folder } });
  const id = sessionIdSchema.parse(ports.ids.hex(16));
  const created = await createSessionStore(ports).create({ id, project: folder, title: '', model: '' });
  if (!created.ok) throw new Error(created.error.message);
  return {
    folder,
    log: created.value,
    remove: async () => {
      await created.value.close();
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}
