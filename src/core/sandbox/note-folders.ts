import { lstatSync, mkdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import type { KeptLink } from './stray-links.ts';

const NOTES = ['plans', 'security'];

/**
 * The folders of a tree's `.steiner` that commands may write, in plan mode too. Those that are missing are made. A link
 * is neither followed nor replaced, so none of them can stand for another folder.
 */
export function noteFolders(root: string): readonly string[] {
  const own = join(root, '.steiner');
  if (!isRealFolder(own)) return [];
  const folders = NOTES.map((name) => join(own, name));
  for (const folder of folders) if (!isRealFolder(folder)) makeFolder(folder);
  return folders.filter(isRealFolder);
}

/** A tree's `.steiner` where it is a link: nothing can be mounted over that, so it is put back after each command. */
export function steinerLink(root: string): KeptLink | undefined {
  const path = join(root, '.steiner');
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? { path, target: readlinkSync(path) } : undefined;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
  }
}

function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
