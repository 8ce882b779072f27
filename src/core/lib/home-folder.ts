import { existsSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import type { StatePaths } from './ports.ts';

/** procfs and sysfs, as statfs(2) numbers them: nothing can be kept there, and Node never comes back from making a folder in them. */
const KERNEL_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/** `HOME` where it is an ordinary absolute path; else what the system knows of the user. An empty or relative one would put state into the working folder. */
export function homeFolder(vars: Readonly<Record<string, string | undefined>>): string {
  const { HOME: said } = vars;
  return said !== undefined && isAbsolute(said) && !isOfKernel(said) ? said : userInfo().homedir;
}

/** Throws when nothing can be kept there, saying what to set. */
export function checkPlaces(paths: StatePaths): void {
  const bad = [paths.config, paths.state, paths.cache].find(isOfKernel);
  if (bad !== undefined) throw new Error(`no file can be kept in ${bad}. Set STEINER_HOME, or the XDG variables, to an ordinary folder.`);
}

/** Whether the folder is, or would be made, in a file system that the kernel makes up. */
function isOfKernel(path: string): boolean {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return process.platform === 'linux' && KERNEL_FILE_SYSTEMS.has(statfsSync(folder).type);
}
