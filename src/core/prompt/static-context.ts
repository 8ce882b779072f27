import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { ContextSourceKind } from '../../shared/context.ts';
import type { MessageId } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SandboxState } from '../../shared/sandbox-state.ts';
import type { ProjectContextConfig } from '../config/schema.ts';
import { errnoOf } from '../lib/errno.ts';
import { readPlainFile } from '../lib/read-plain-file.ts';
import { type ChildRole, childSystemPrompt, systemPrompt } from './system.ts';

export interface ContextSources {
  /** The user's configuration folder. */
  readonly config: string;
  readonly project: string;
  /** Milliseconds since the epoch: when the session was opened. */
  readonly now: number;
  readonly sandbox: SandboxState;
  readonly style?: 'plain' | 'terse';
  readonly settings?: ProjectContextConfig;
  /** Of a child: what it is, and which instructions it is given. */
  readonly child?: ChildRole & { readonly instructions: 'none' | 'agents' | 'all' };
}

/** One part of the preface, as it is sent; without text it is instructions that were not there. `path` is the file it was read from. */
export interface StaticSource {
  readonly kind: Extract<ContextSourceKind, 'user_instructions' | 'project_instructions' | 'project_context' | 'session'>;
  readonly path?: string;
  readonly text: string;
  /** Hash of the file as it was read, of which `text` may hold the beginning only. */
  readonly whole?: string;
  /** Only its beginning is in `text`. */
  readonly truncated?: boolean;
}

/** What every request of a session starts with. Read once, so that editing a file in the middle of a session does not change the prefix. */
export interface SessionContext {
  readonly system: string;
  readonly preface: readonly UserMessage[];
  /** What the preface consists of. */
  readonly sources: readonly StaticSource[];
}

/**
 * AGENTS.md files (the user's, then the project's) whole, the project's further files up to the configured size, in that order, then the session's date.
 * A missing file is skipped; an unreadable one is an error.
 */
export async function readStaticContext(options: ContextSources): Promise<Result<SessionContext, Problem>> {
  const sources: StaticSource[] = [];
  let room = projectRoom(options.settings);
  for (const { kind, path } of instructionFiles(options)) {
    const text = await readIfThere(kind, path, options.project);
    if (!text.ok) return text;
    if (text.value.trim() === '') {
      sources.push({ kind, path, text: '', whole: hashOf(text.value) });
      continue;
    }
    const bytes = Buffer.byteLength(text.value);
    const truncated = kind === 'project_context' && bytes > room;
    const shown = truncated ? cutTo(room, text.value, basename(path)) : text.value;
    if (kind === 'project_context') room = Math.max(0, room - bytes);
    const cut = truncated ? { truncated } : {};
    sources.push({ kind, path, text: instructionBlock(kind, shown, basename(path)), whole: hashOf(text.value), ...cut });
  }
  const session = `# Session\n\nProject folder: ${options.project}\nDate at the start of the session: ${dateLine(options.now)}`;
  sources.push({ kind: 'session', text: session });
  const text = sources
    .map((source) => source.text)
    .filter((part) => part !== '')
    .join('\n\n');
  const preface: UserMessage = { role: 'user', id: 'context' as MessageId, origin: 'notice', text };
  const { sandbox, style, child } = options;
  const system = child ? childSystemPrompt(sandbox, child) : systemPrompt(sandbox, style);
  return ok({ system, preface: [preface], sources });
}

/** Paths of instructions that are no longer what was read, or that are there now. */
export async function changedSince(sources: readonly StaticSource[]): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const { kind, path, whole } of sources) {
    if (path === undefined || kind === 'session') continue;
    const now = await readIfThere(kind, path);
    if (!now.ok || hashOf(now.value) !== whole) changed.add(path);
  }
  return changed;
}

type InstructionKind = Exclude<StaticSource['kind'], 'session'>;

function instructionFiles({
  config,
  project,
  settings,
  child,
}: ContextSources): readonly { readonly kind: InstructionKind; readonly path: string }[] {
  const { extra_files: extra = [], ignore_files: ignored = [] } = settings ?? {};
  const left = new Set(ignored.map((name) => join(project, name)));
  const agents = join(project, 'AGENTS.md');
  const wanted = child?.instructions ?? 'all';
  if (wanted === 'none') return [];
  const further = [...new Set(extra.map((name) => join(project, name)))].filter((path) => path !== agents);
  return [
    { kind: 'user_instructions', path: join(config, 'AGENTS.md') } as const,
    { kind: 'project_instructions', path: agents } as const,
    ...(wanted === 'all' ? further : []).map((path) => ({ kind: 'project_context', path }) as const),
  ].filter(({ path }) => !left.has(path));
}

const USUAL_ROOM = 8_000;

/** Bytes that the project's further files may take. */
function projectRoom(settings: ProjectContextConfig | undefined): number {
  const { max_bytes: bytes, max_tokens: tokens } = settings ?? {};
  return bytes ?? (tokens === undefined ? USUAL_ROOM : tokens * 4);
}

/** The beginning of a text that is too long, up to a whole line, with where the rest is. */
function cutTo(bytes: number, text: string, name: string): string {
  const start = Buffer.from(text).subarray(0, bytes).toString('utf8');
  const lines = start.slice(0, Math.max(0, start.lastIndexOf('\n'))).trimEnd();
  return `${lines}\n\n[${name} goes on; it is cut here because it is long. Read the file for the rest.]`.trimStart();
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const TITLES: Readonly<Record<InstructionKind, string>> = {
  user_instructions: 'Conventions of the user',
  project_instructions: 'Conventions of this project',
  project_context: 'About this project',
};

function instructionBlock(kind: InstructionKind, text: string, name: string): string {
  return `# ${TITLES[kind]} (${name})\n\n${text.trimEnd()}`;
}

/** Instructions that are longer leave no room to work. */
const MAX_BYTES = 1024 * 1024;

async function readIfThere(kind: InstructionKind, path: string, project = dirname(path)): Promise<Result<string, Problem>> {
  try {
    if (kind !== 'user_instructions' && !(await staysInside(path, project)))
      return err(unreadable(path, 'it lies outside the project or is a link that leads there'));
    return ok(await readPlainFile(path, MAX_BYTES));
  } catch (failure) {
    const code = errnoOf(failure) ?? 'unknown error';
    return code === 'ENOENT' || code === 'ENOTDIR' ? ok('') : err(unreadable(path, REASONS[code] ?? code));
  }
}

/** A repository must not have a link followed to what the tools would not read without asking, such as a key. */
async function staysInside(path: string, project: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(project)) + sep);
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EISDIR: 'it is a folder',
  EINVAL: 'it is not a regular file',
  EFBIG: 'it is larger than 1 MiB',
};

function unreadable(path: string, reason: string): Problem {
  return {
    code: 'context_unreadable',
    message: `The instructions in ${path} cannot be read: ${reason}.`,
    hint: 'Make the file readable, or move it away; then send the prompt again.',
    safe: 'Nothing was sent to the model.',
  };
}

/** Written out, since asking the runtime for them loads its locale tables: tens of milliseconds before the first request. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Such as `2026-11-30 (Monday), UTC+01:00`. */
function dateLine(now: number): string {
  const date = new Date(now);
  const offset = -date.getTimezoneOffset();
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const zone = `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${day} (${WEEKDAYS[date.getDay()]}), ${zone}`;
}
