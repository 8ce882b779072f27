import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageId } from '../../shared/ids.ts';
import type { SandboxState } from '../../shared/ipc.ts';
import type { UserMessage } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { systemPrompt } from './system.ts';

export interface ContextSources {
  /** The user's configuration folder. */
  readonly config: string;
  readonly project: string;
  /** Milliseconds since the epoch: when the session was opened. */
  readonly now: number;
  readonly sandbox: SandboxState;
}

/** What every request of a session starts with. Read once, so that editing a file in the middle of a session does not change the prefix. */
export interface SessionContext {
  readonly system: string;
  readonly preface: readonly UserMessage[];
}

/** AGENTS.md files (the user's, then the project's) whole and in that order, then the session's date. A missing file is skipped; an unreadable one is an error. */
export async function readStaticContext(sources: ContextSources): Promise<Result<SessionContext, Problem>> {
  const blocks: string[] = [];
  for (const [title, path] of [
    ['Conventions of the user', join(sources.config, 'AGENTS.md')],
    ['Conventions of this project', join(sources.project, 'AGENTS.md')],
  ] as const) {
    const text = await readIfThere(path);
    if (!text.ok) return text;
    if (text.value.trim() !== '') blocks.push(`# ${title} (AGENTS.md)\n\n${text.value.trimEnd()}`);
  }
  blocks.push(`# Session\n\nProject folder: ${sources.project}\nDate at the start of the session: ${dateLine(sources.now)}`);
  const preface: UserMessage = { role: 'user', id: 'context' as MessageId, origin: 'notice', text: blocks.join('\n\n') };
  return ok({ system: systemPrompt(sources.sandbox), preface: [preface] });
}

async function readIfThere(path: string): Promise<Result<string, Problem>> {
  try {
    return ok(await readFile(path, 'utf8'));
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok('');
    return err({
      code: 'context_unreadable',
      message: `The instructions in ${path} cannot be read (${code}).`,
      hint: 'Make the file readable, or move it away; then send the prompt again.',
      safe: 'Nothing was sent to the model.',
    });
  }
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
