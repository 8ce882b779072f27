import { fdatasync, write } from 'node:fs';

/** Adds all the bytes to a file that is open for appending. Rejects with the errno of what failed; then some of them may be missing. */
export async function writeAll(file: number, bytes: Buffer): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) offset += await writeSome(file, bytes, offset);
}

function writeSome(file: number, bytes: Buffer, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(file, bytes, offset, bytes.length - offset, null, (failure, written) => (failure ? reject(failure) : resolve(written)));
  });
}

/** Resolves once what was written is on the disk. Rejects with the errno of what failed. */
export function dataOnDisk(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(file, (failure) => (failure ? reject(failure) : resolve()));
  });
}
