import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf, readable } from './git-kinds.ts';

/** Each costs mounts and a look at its config before every command. */
const MOST = 20;
/** A look at each of these comes before and after every command. */
const MOST_FOLDERS = 500;

/**
 * Folders directly in one that have something of git in them, whether anything names them or not: what a clone makes, and projects side by side. Deeper is not looked,
 * since that takes a walk through the whole tree.
 */
export function nestedIn(folder: string): readonly string[] {
  const entries = readable(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git' && entry.name !== '.steiner');
  const paths = folders.slice(0, MOST_FOLDERS).map((entry) => join(folder, entry.name));
  return paths.filter((path) => ['.git', 'HEAD'].some((name) => kindOf(join(path, name)) !== 'missing')).slice(0, MOST);
}
