/**
 * Fills a small disk. Arguments: the bundle of `fault-process`, a home to begin with, a folder on that disk, and the kilobytes that are left free, one try each. In a try the
 * scenario runs in a process of its own until nothing fits any more; then room is made and what it left is opened. Prints one JSON value a try.
 */
import { execFile } from 'node:child_process';
import { cp, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sessionFiles } from '../store/paths.ts';
import { checkHome, filesOf } from './write-check.ts';
import { IDS, PROJECT } from './write-scenario.ts';

const run = promisify(execFile);

/** Fills the disk until that many bytes are free. */
async function fill(path: string, free: number): Promise<void> {
  const { bavail, bsize } = await statfs(join(path, '..'));
  const file = await open(path, 'w');
  try {
    await file.writeFile(Buffer.alloc(Math.max(0, bavail * bsize - free)));
  } finally {
    await file.close();
  }
}

async function attempt(script: string, template: string, at: { readonly disk: string; readonly free: number }) {
  const [home, ballast] = [join(at.disk, 'home'), join(at.disk, 'ballast')];
  await cp(template, home, { recursive: true });
  const bystander = await filesOf(sessionFiles(join(home, 'state'), PROJECT, IDS.bystander).folder);
  await fill(ballast, at.free);
  const { stdout } = await run(process.execPath, [script, JSON.stringify([{ home, scenario: 'state', fault: 'kill', at: 0 }])]);
  await rm(ballast);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => z.object({ told: z.string().optional() }).parse(JSON.parse(line)));
  const told = new Set(lines.flatMap((line) => line.told ?? []));
  const complaints = await checkHome(home, told, bystander);
  await rm(home, { recursive: true, maxRetries: 10 });
  return { free: at.free, told: told.size, complaints };
}

async function main([script = '', template = '', disk = '', ...kilobytes]: readonly string[]): Promise<void> {
  for (const kilobyte of kilobytes) {
    const outcome = await attempt(script, template, { disk, free: Number(kilobyte) * 1024 });
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  }
}

await main(process.argv.slice(2));
