import { readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from './errno.ts';

const NAME = /^steiner-(?:index|net|claude)-(\d+)-(\d+)-/;

/** A new folder among the machine's temporary files, named after the process that made it: should that be killed, the next start removes it. */
export function makeTempFolder(purpose: 'index' | 'net' | 'claude', base = tmpdir()): Promise<string> {
  return mkdtemp(join(base, `steiner-${purpose}-${pidSpace()}-${process.pid}-`));
}

/** Removes such folders of processes that are gone. What belongs to somebody else, or to processes that cannot be seen from here, is left alone. */
export async function sweepTempFolders(base = tmpdir()): Promise<void> {
  const names = await readdir(base).catch(() => []);
  for (const name of names) {
    const [, space, pid] = NAME.exec(name) ?? [];
    if (space === pidSpace() && !isThere(Number(pid)) && (await isOurs(join(base, name))))
      await rm(join(base, name), { recursive: true, force: true });
  }
}

/** Pids say something only among processes that share them: a container may have the same temporary files and other pids. */
function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '') || '0';
  } catch {
    return '0';
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    return errnoOf(failure) !== 'ESRCH';
  }
}

async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
