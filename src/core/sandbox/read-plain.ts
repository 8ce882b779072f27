import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Far more than what git keeps in files but its index. */
export const MOST_BYTES = 16 * 1024 ** 2;

/**
 * A file that a command may have made, so that it can be anything: a pipe is not waited for, and a file of any size does not fill the memory. Throws with an errno code where
 * it is no plain file of at most `most` bytes.
 */
export function readPlain(path: string, most = MOST_BYTES): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > most) throw Object.assign(new Error(`${path} is not read`), { code: 'EFBIG' });
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Its text as git writes paths. */
export function readLine(path: string): string {
  return readPlain(path).toString('utf8').trim();
}
