import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from '../../lib/atomic-file.ts';
import { errnoOf } from '../../lib/errno.ts';
import { inRealFolder, makeRealFolder } from '../../lib/held-folder.ts';
import type { ToolContext } from '../tool.ts';
import { FetchFailure } from './fetch-failure.ts';

const NAME_DIGITS = 12;
/** What opening a link as a folder fails with. */
const LINKED = ['ELOOP', 'ENOTDIR'];

/** Keeps fetched content under a name made of it, in the session's tmp where commands find it too. Returns the path as tools know it. */
export async function saveFetched(content: Buffer, ending: string, context: ToolContext): Promise<string> {
  const name = createHash('sha256').update(content).digest('hex').slice(0, NAME_DIGITS) + ending;
  try {
    const path = join(await makeFolder(context), name);
    await inRealFolder(path, (held) => writeAtomic(held, content, { follow: false, sync: false }));
    return context.display(path);
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === undefined) throw failure;
    if (LINKED.includes(errno)) throw new FetchFailure('The content could not be saved: the folder for it is a link to another place.');
    throw new FetchFailure(`The content is too long to be returned and could not be saved (${errno}).`);
  }
}

/** Commands write in there as well: what they put in the place of the folder is neither followed nor written through, at any moment. */
async function makeFolder({ decision, artifacts }: ToolContext): Promise<string> {
  const tmp = decision.type === 'refused' ? artifacts : decision.type === 'unsafe' ? decision.tmp : decision.policy.tmp;
  await mkdir(tmp, { recursive: true, mode: 0o700 });
  const folder = join(await realpath(tmp), 'fetched');
  await makeRealFolder(folder, 0o700);
  return folder;
}
