import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxPolicy } from './sandbox.ts';

const SYSTEM_FOLDER = '/etc/ssh/ssh_config.d';
const INCLUDE = /^\s*include\s+(\S+)\s*$/i;
const INCLUDE_DEPTH = 4;

/**
 * Copies of the system's ssh settings that belong to the person.
 *
 * In a user namespace root's files belong to nobody, and ssh refuses to start over included settings of a stranger. Includes of
 * one plain file are copied in; others are left out. No keys are read. Nothing is overlaid when the copies cannot be made.
 */
export async function sshOverlay(folder: string, source = SYSTEM_FOLDER): Promise<SandboxPolicy['overlays']> {
  if (process.getuid?.() === 0) return [];
  try {
    const names = (await readdir(source)).filter((name) => name.endsWith('.conf'));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await Promise.all(
      names.map(async (name) => writeFile(join(folder, name), await flatten(join(source, name), INCLUDE_DEPTH), { mode: 0o600 })),
    );
    return [{ source: folder, target: source }];
  } catch {
    return [];
  }
}

async function flatten(file: string, depth: number): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return (await Promise.all(lines.map((line) => flattenLine(line, depth)))).join('\n');
}

async function flattenLine(line: string, depth: number): Promise<string> {
  const included = INCLUDE.exec(line)?.[1];
  if (included === undefined) return /^\s*include\b/i.test(line) ? '' : line;
  if (depth === 0 || !included.startsWith('/') || /[*?[%$]/.test(included)) return '';
  return flatten(included, depth - 1).catch(() => '');
}
