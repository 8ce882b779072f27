import { open } from 'node:fs/promises';
import { dataOnDisk, writeAll } from '../lib/file-writes.ts';

/** The few file operations of a log writer, so that a test can make each of them fail. They reject with the errno of what failed. */
export interface LogFile {
  /** Adds all the bytes at the end, or rejects when some of them may be missing. */
  write(bytes: Buffer): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens for appending; makes the file when it is missing. */
export type OpenLogFile = (path: string) => Promise<LogFile>;

export async function openLogFile(path: string): Promise<LogFile> {
  const handle = await open(path, 'a', 0o600);
  return {
    write: (bytes) => writeAll(handle.fd, bytes),
    datasync: () => dataOnDisk(handle.fd),
    truncate: (length) => handle.truncate(length),
    close: () => handle.close(),
  };
}
