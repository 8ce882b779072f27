import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Environment, StatePaths } from '../lib/ports.ts';
import { readPlainBytes, readPlainFile } from '../lib/read-plain-file.ts';
import { environmentLayers } from './environment-layer.ts';
import { faultsProblem } from './fault.ts';
import { type Origin, parseLayer, type SourcedLayer } from './layer.ts';

export interface LoadConfigOptions {
  readonly paths: StatePaths;
  readonly environment: Environment;
  /** Root of the project whose own file is looked at. */
  readonly project?: string | undefined;
  /** Whether a person trusts the project's file. Absent is untrusted; `STEINER_TRUST_PROJECT_CONFIG` trusts for this run. */
  readonly projectTrusted?: boolean | undefined;
  /** A file that takes the place of the project's own. Somebody named it, so it counts; it must be there. */
  readonly instead?: string | undefined;
  /** The project's file as it was read when somebody looked whether it is trusted. Without it, it is read. */
  readonly own?: OwnFile | undefined;
}

/** A project's own settings as they were read once, so that what is trusted is what is used. */
export type OwnFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string };

export interface Sources {
  /** Later ones win. */
  readonly layers: readonly SourcedLayer[];
  /** Whole sentences for the person. */
  readonly warnings: readonly string[];
}

/**
 * The user's file, the project's file when trusted, and the environment. Missing files are fine.
 *
 * The problem is always `config_invalid`: the first file that cannot be read or parsed, or refers to unset variables.
 */
export async function readSources(options: LoadConfigOptions): Promise<Result<Sources, Problem>> {
  const { vars } = options.environment;
  const trusted = options.projectTrusted === true || trustedByVariable(vars);
  const { instead } = options;
  const project = options.project === undefined || instead !== undefined ? undefined : projectFile(options.project);
  const candidates: Origin[] = [{ type: 'user', name: userFile(options.paths) }];
  if (instead !== undefined) candidates.push({ type: 'project', name: instead });
  if (project !== undefined && trusted) candidates.push({ type: 'project', name: project });
  const layers: SourcedLayer[] = [];
  for (const origin of candidates) {
    const layer = await readLayer(origin, options);
    if (!layer.ok) return layer;
    if (layer.value === null && origin.name === instead) return err(unreadable(instead, 'ENOENT'));
    if (layer.value !== null) layers.push(layer.value);
  }
  const warnings = project !== undefined && !trusted && existsSync(project) ? [untrusted(project)] : [];
  return ok({ layers: [...layers, ...environmentLayers(vars)], warnings });
}

/** The person's own settings. */
export function userFile({ config }: Pick<StatePaths, 'config'>): string {
  return join(config, 'config.yaml');
}

/** Where a project keeps its own settings. */
export function projectFile(project: string): string {
  return join(project, '.steiner', 'config.yaml');
}

export function trustedByVariable(vars: Environment['vars']): boolean {
  return /^(1|true)$/i.test(vars.STEINER_TRUST_PROJECT_CONFIG ?? '');
}

function untrusted(file: string): string {
  return `The project's own settings in ${file} are not applied, because this project is not trusted. To apply them for one run, give --trust-project-config or set STEINER_TRUST_PROJECT_CONFIG=1.`;
}

/** More is no configuration that somebody wrote. */
export const MAX_BYTES = 1024 * 1024;

/** The text of a project's own file. A repository must not have a link followed to a file that is not its own: rejects with `ELOOP` then. */
export async function readProjectFile(file: string): Promise<Buffer> {
  const folder = dirname(file);
  if ((await lstat(folder)).isSymbolicLink()) throw Object.assign(new Error(`ELOOP: ${folder} is not followed`), { code: 'ELOOP' });
  return readPlainBytes(file, MAX_BYTES, { links: false });
}

export async function readOwnFile(project: string): Promise<OwnFile> {
  try {
    return { kind: 'text', text: (await readProjectFile(projectFile(project))).toString('utf8') };
  } catch (failure) {
    const code = errnoOf(failure) ?? 'unknown error';
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unreadable', code };
  }
}

/** What a person trusts: changes with every byte of a project's own file. `undefined` without one; a file that cannot be read has a print too. */
export function ownFilePrint(own: OwnFile): string | undefined {
  if (own.kind === 'text') return createHash('sha256').update(own.text).digest('hex');
  return own.kind === 'missing' ? undefined : `unreadable: ${own.code}`;
}

/** `null` when there is no such file. */
async function readLayer(origin: Origin, options: LoadConfigOptions): Promise<Result<SourcedLayer | null, Problem>> {
  const { type, name: file } = origin;
  const read =
    type === 'project' && options.project !== undefined && file !== options.instead
      ? (options.own ?? (await readOwnFile(options.project)))
      : await readUserFile(file);
  if (read.kind === 'missing') return ok(null);
  if (read.kind === 'unreadable') return err(unreadable(file, type === 'project' && read.code === 'ELOOP' ? 'link' : read.code));
  const layer = parseLayer({ file, text: read.text, variables: options.environment.vars });
  return layer.ok ? ok({ ...layer.value, origin }) : err(faultsProblem(layer.error));
}

async function readUserFile(file: string): Promise<OwnFile> {
  try {
    return { kind: 'text', text: await readPlainFile(file, MAX_BYTES) };
  } catch (failure) {
    const code = errnoOf(failure) ?? 'unknown error';
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', code };
  }
}

export function unreadable(file: string, code: string): Problem {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission was denied',
    EPERM: 'permission was denied',
    EISDIR: 'it is a folder, not a file',
    ENOTDIR: 'a part of its path is not a folder',
    EINVAL: 'it is not a regular file',
    EFBIG: 'it is larger than 1 MiB',
    ELOOP: 'it is a symbolic link that leads back to itself',
    link: 'it is a symbolic link, and the links of a project are not followed',
  };
  return {
    code: 'config_invalid',
    message: `The configuration file ${file} could not be read: ${reasons[code] ?? code}.`,
    hint: 'Make it a file that you can read, or move it away to go on without it.',
    safe: 'No file was changed.',
    detail: code,
  };
}
