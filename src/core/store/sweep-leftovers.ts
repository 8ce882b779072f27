import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from '../lib/ports.ts';
import { projectFolder, trashFolder } from './paths.ts';

/** Milliseconds after which what was being made counts as given up: a killed process left it. */
const GIVEN_UP = 60 * 60 * 1_000;

/** What is made beside its place and then moved there: files, locks, and sessions that begin with events. */
const LEFTOVER = /\.[0-9a-f]{8}\.tmp$|(^|\.)lock(\.[0-9a-f]{16})+(\.new)?$|^\.new-[0-9a-f]{32}$/;

/** Removes from one folder what a killed process was making. Never rejects. */
export async function sweepLeftovers(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.filter((name) => LEFTOVER.test(name)).map((name) => removeOld(join(folder, name), now)));
}

/** As `sweepLeftovers`, for the folders that all sessions of a project share. A session's own folder is swept when it is opened. */
export async function sweepShared({ paths, clock }: Pick<Ports, 'paths' | 'clock'>, project: string): Promise<void> {
  const { config, state } = paths;
  const blobs = join(state, 'blobs');
  const parts = await readdir(blobs).catch(() => []);
  const shared = [
    config,
    state,
    join(state, 'usage', 'sums'),
    join(state, 'usage', 'holds'),
    projectFolder(state, project),
    trashFolder(state, project),
  ];
  const folders = [...shared, ...parts.map((part) => join(blobs, part))];
  for (const folder of folders) await sweepLeftovers(folder, clock.now());
}

/** Removes the folder of a session that a killed process had not yet given a log. Never rejects. */
export async function removeUnborn(folder: string, now: number): Promise<void> {
  try {
    if (now - (await lstat(folder)).mtimeMs <= GIVEN_UP) return;
    await sweepLeftovers(folder, now);
    await rmdir(folder);
  } catch {
    return;
  }
}

async function removeOld(path: string, now: number): Promise<void> {
  try {
    if (now - (await lstat(path)).mtimeMs > GIVEN_UP) await rm(path, { recursive: true, force: true });
  } catch {
    return;
  }
}
