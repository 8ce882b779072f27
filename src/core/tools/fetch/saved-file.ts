import { createHash, randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../lib/errno.ts';
import type { ToolContext } from '../tool.ts';
import { FetchFailure } from './fetch-failure.ts';

const NAME_DIGITS = 12;

/** Keeps fetched content under a name made of it, in the session's tmp where commands find it too. Returns the path as tools know it. */
export async function saveFetched(content: Buffer, ending: string, context: ToolContext): Promise<string> {
  const name = createHash('sha256').update(content).digest('hex').slice(0, NAME_DIGITS) + ending;
  try {
    const folder = await makeFolder(context);
    // A new name cannot be a link that was laid there, and renaming replaces one instead of following it.
    const draft = join(folder, `.${name}.${randomUUID()}`);
    await writeFile(draft, content, { flag: 'wx', mode: 0o600 });
    await rename(draft, join(folder, name));
    return context.display(join(folder, name));
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === undefined) throw failure;
    throw new FetchFailure(`The content is too long to be returned and could not be saved (${errno}).`);
  }
}

/** Commands write in there as well, so a link in the place of the folder is not followed. */
async function makeFolder({ decision, artifacts }: ToolContext): Promise<string> {
  const tmp = decision.type === 'refused' ? artifacts : decision.type === 'unsafe' ? decision.tmp : decision.policy.tmp;
  await mkdir(tmp, { recursive: true, mode: 0o700 });
  const folder = join(await realpath(tmp), 'fetched');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await realpath(folder)) !== folder)
    throw new FetchFailure('The content could not be saved: the folder for it is a link to another place.');
  return folder;
}
