import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsIn } from './list-sessions.ts';
import { logHeaderSchema } from './log-format.ts';
import { filesIn, projectFolder } from './paths.ts';
import type { StoredLog } from './session-log.ts';
import type { StoreContext } from './store-context.ts';

/** Every field of a header but the title is short. */
const HEADER_BYTES = 64 * 1024;

/** Last changed first. Never rejects. */
export async function listLogs(context: StoreContext, project: string | undefined): Promise<readonly StoredLog[]> {
  const root = join(context.ports.paths.state, 'sessions');
  const folders = project === undefined ? await foldersIn(root) : [projectFolder(context.ports.paths.state, project)];
  const logs: StoredLog[] = [];
  for (const folder of folders) {
    const rows = await rowsIn(context, project ?? '', folder);
    const found = rows.map((summary) => ({ path: filesIn(join(folder, summary.id)).log, summary }));
    const [first] = found;
    const of = project ?? (first ? await projectOf(first.path) : '');
    logs.push(...found.map((log) => ({ ...log, project: of })));
  }
  return logs.sort((a, b) => b.summary.updatedAt - a.summary.updatedAt);
}

async function foldersIn(root: string): Promise<readonly string[]> {
  try {
    return (await readdir(root)).map((name) => join(root, name));
  } catch {
    return [];
  }
}

/** The project a log's header names; empty when it cannot be read. */
async function projectOf(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      const line = buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? '';
      return logHeaderSchema.safeParse(JSON.parse(line)).data?.project ?? '';
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
