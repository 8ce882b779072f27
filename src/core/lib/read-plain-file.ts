import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Reads a text file that a person or a repository put there, and nothing that would never end: no pipe, no device, nothing over `most` bytes.
 * Rejects with the errno of what failed: `EINVAL` when it is no regular file, `EFBIG` when it is too large, `ELOOP` when it is a link and
 * `links` is false.
 */
export async function readPlainFile(path: string, most: number, options: PlainFileOptions = {}): Promise<string> {
  return (await readPlainBytes(path, most, options)).toString('utf8');
}

export interface PlainFileOptions {
  readonly links?: boolean;
}

/** As `readPlainFile`, for who must know whether it is text. */
export async function readPlainBytes(path: string, most: number, { links = true }: PlainFileOptions = {}): Promise<Buffer> {
  // Opening a pipe would wait for somebody who writes into it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (links ? 0 : constants.O_NOFOLLOW));
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw refusal('EISDIR', path);
    if (!stats.isFile()) throw refusal('EINVAL', path);
    if (stats.size > most) throw refusal('EFBIG', path);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function refusal(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path} is not read`), { code });
}
