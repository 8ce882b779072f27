import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstat, realpath, stat } from 'node:fs/promises';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { SettingsScope } from '../../../shared/settings-report.ts';
import { writeAtomic } from '../../lib/atomic-file.ts';
import { errnoOf } from '../../lib/errno.ts';
import { readPlainBytes } from '../../lib/read-plain-file.ts';
import { MAX_BYTES, readProjectFile, unreadable } from '../sources.ts';

/** A config file as it is on disk. Without a file `text` is empty. */
export interface ConfigFile {
  readonly path: string;
  readonly scope: SettingsScope;
  readonly exists: boolean;
  readonly text: string;
  /** Where the first byte stands that is no UTF-8, and that `text` therefore does not hold. */
  readonly strangeLine?: number;
  /** Names the content: another content has another stamp. */
  readonly stamp: string;
}

const NO_FILE = 'none';

/** Of a project no link is followed. */
export async function readConfigFile(path: string, scope: SettingsScope): Promise<Result<ConfigFile, Problem>> {
  try {
    const bytes = await (scope === 'project' ? readProjectFile(path) : readPlainBytes(path, MAX_BYTES));
    const text = bytes.toString('utf8');
    const strange = isUtf8(bytes) ? {} : { strangeLine: text.slice(0, text.indexOf('\uFFFD')).split('\n').length };
    return ok({ path, scope, exists: true, text, ...strange, stamp: createHash('sha256').update(bytes).digest('hex') });
  } catch (failure) {
    const code = errnoOf(failure) ?? 'unknown error';
    if (code === 'ENOENT') return ok({ path, scope, exists: false, text: '', stamp: NO_FILE });
    return err(unreadable(path, scope === 'project' && code === 'ELOOP' ? 'link' : code));
  }
}

export interface ReplaceOptions {
  /** What the file must still be when it is replaced. */
  readonly before: ConfigFile;
  readonly text: string;
  /** It came to hold a key: then nobody else may read it, whatever its mode was. */
  readonly secret: boolean;
}

/** `changed` when somebody else wrote the file since it was read; then it is as they left it. */
export async function replaceConfigFile({ before, text, secret }: ReplaceOptions): Promise<Result<'written' | 'changed', Problem>> {
  const { path, scope, stamp, strangeLine } = before;
  if (await leadsNowhere(path)) return err(nowhere(path));
  if (strangeLine !== undefined) return err(notUtf8(path, strangeLine));
  const check = async () => {
    const now = await readConfigFile(path, scope);
    if (!now.ok || now.value.stamp !== stamp) throw new ChangedMeanwhile(path);
  };
  try {
    const mode = await modeOf(path);
    await writeAtomic(path, text, { mode: secret ? mode & 0o700 : mode, check });
    return ok('written');
  } catch (failure) {
    if (failure instanceof ChangedMeanwhile) return ok('changed');
    return err(unwritable(path, failure));
  }
}

class ChangedMeanwhile extends Error {}

/** A new file is for the person alone, since it may come to hold a key. */
async function modeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  return stats ? stats.mode & 0o777 : 0o600;
}

/** A link would be replaced by the file, and whoever keeps the target elsewhere would look for it there. */
async function leadsNowhere(path: string): Promise<boolean> {
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
  return isLink && (await realpath(path).catch(() => undefined)) === undefined;
}

function nowhere(path: string): Problem {
  return {
    code: 'file_unwritable',
    message: `${path} is a link to a file that is not there.`,
    hint: 'Make the file that it leads to, or put one in the place of the link; then try again.',
    safe: 'Nothing was written.',
  };
}

function notUtf8(path: string, line: number): Problem {
  return {
    code: 'config_invalid',
    message: `${path}:${line} holds bytes that are not UTF-8. They would be lost if the file were changed from here.`,
    hint: 'Save it as UTF-8 in your editor, then try again.',
    safe: 'Nothing was written.',
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EACCES: 'permission was denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of its path is not a folder',
};

export function unwritable(path: string, failure: unknown): Problem {
  const code = errnoOf(failure) ?? String(failure);
  return {
    code: 'file_unwritable',
    message: `${path} could not be written: ${REASONS[code] ?? code}.`,
    hint: 'Correct that, then try again.',
    safe: 'The file is as it was.',
    detail: code,
  };
}
