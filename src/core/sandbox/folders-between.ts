import { dirname } from 'node:path';
import { isBelow } from './is-below.ts';

/** Folders on the way from one of `reach` to a path, from the outside in. None where the path lies in none of them. */
export function foldersBetween(reach: readonly string[], path: string): readonly string[] {
  const folder = dirname(path);
  if (reach.includes(folder) || !reach.some((open) => isBelow(folder, open))) return [];
  return [...foldersBetween(reach, folder), folder];
}
