import { isBelow } from './is-below.ts';

/** Whether a place lies in what is open, and in nothing closed further in. */
export function within(open: readonly string[], closed: readonly string[]): (path: string) => boolean {
  return (path) => innermost(path, open) > innermost(path, closed) || open.includes(path);
}

function innermost(path: string, folders: readonly string[]): number {
  return Math.max(-1, ...folders.filter((folder) => isBelow(path, folder)).map((folder) => folder.length));
}
