import { type GitRunner, NO_NETWORK, runGit } from './run-git.ts';

/** How a repository names its objects. */
export type ObjectFormat = 'sha1' | 'sha256';

const DIGITS: Readonly<Record<ObjectFormat, number>> = { sha1: 40, sha256: 64 };

/** Rejects where git does not take the folder for a repository. */
export async function objectFormatOf(runner: GitRunner, gitDir: string): Promise<ObjectFormat> {
  const args = ['rev-parse', '--show-object-format'];
  const output = await runGit(runner, { cwd: gitDir, args, env: { GIT_DIR: gitDir, ...NO_NETWORK } });
  const format = output.toString().trim();
  if (format !== 'sha1' && format !== 'sha256') throw new Error(`git names its objects in an unknown way: ${format}`);
  return format;
}

/** The name of an object of another repository as one of `format` can hold it: its beginning, or followed by zeros. */
export function heldName(name: string, format: ObjectFormat): string {
  return name.slice(0, DIGITS[format]).padEnd(DIGITS[format], '0');
}

/** A name that another repository held, so that git finds the object in one of `format`: at least forty digits, of which no two objects have the same. */
export function foundName(held: string, format: ObjectFormat): string {
  return held.slice(0, DIGITS[format]);
}
