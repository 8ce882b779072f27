import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearestNames } from '../../shared/nearest.ts';
import { errnoOf } from '../lib/errno.ts';
import { failure } from './outcome.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

const SUGGESTIONS = 3;

/** The outcome for a path that could not be opened. Other errors than the file system's are bugs and thrown on. */
export async function describeOpenFailure(error: unknown, path: string, context: Pick<ToolContext, 'display'>): Promise<ToolOutcome> {
  const shown = context.display(path);
  switch (errnoOf(error)) {
    case 'ENOENT':
      return failure('tool_failed', `${shown} does not exist.${await suggest(path, context)}`);
    case 'ENOTDIR':
      return failure('tool_failed', `${shown} does not exist: a part of its path is a file.`);
    case 'EISDIR':
      return failure('tool_failed', `${shown} is a folder; list it with ls.`);
    case 'ELOOP':
      return failure('tool_failed', `${shown} leads elsewhere by now: something that runs changed it. Nothing was read.`);
    case 'EACCES':
    case 'EPERM':
      return failure('tool_failed', `${shown} cannot be read: permission denied.`);
    default:
      throw error;
  }
}

async function suggest(path: string, context: Pick<ToolContext, 'display'>): Promise<string> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return ` Its folder ${context.display(folder)} does not exist either.`;
  const similar = nearestNames(basename(path), names, SUGGESTIONS);
  return similar.length === 0 ? '' : ` Similar: ${similar.map((name) => context.display(join(folder, name))).join(', ')}.`;
}
