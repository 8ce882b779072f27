import { join } from 'node:path';
import { z } from 'zod';
import { visiblePath } from '../../shared/visible-text.ts';
import { type ExcludeOptions, planSearch } from './excludes.ts';
import { describeOpenFailure } from './missing-file.ts';
import { failure, success } from './outcome.ts';
import { realStats } from './real-file.ts';
import { ripgrep } from './ripgrep.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

const DEFAULT_ENTRIES = 200;
const MAX_ENTRIES = 1_000;

/** Fields that glob and ls share. */
export const pageFields = {
  limit: z.int().min(1).max(MAX_ENTRIES).optional().describe(`Entries to return; default ${DEFAULT_ENTRIES}, at most ${MAX_ENTRIES}`),
  offset: z.int().min(0).optional().describe('Entries to skip; default 0'),
};

export interface SearchDeps {
  /** Path of ripgrep. */
  readonly program: () => Promise<string>;
  readonly excludes: ExcludeOptions;
  readonly timeout: number;
  /** What the entries of one page may have, the first one excepted. */
  readonly pageBytes: number;
}

interface Range {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Collects one page, and learns whether there is more. */
export class EntryPage {
  readonly #offset: number;
  readonly #limit: number;
  readonly #maxBytes: number;
  readonly entries: string[] = [];
  #hasMore = false;
  #bytes = 0;
  #seen = 0;

  constructor(range: Range, maxBytes: number) {
    this.#offset = range.offset ?? 0;
    this.#limit = range.limit ?? DEFAULT_ENTRIES;
    this.#maxBytes = maxBytes;
  }

  /** False once nothing further can matter. */
  add(entry: string): boolean {
    this.#seen += 1;
    if (this.#seen <= this.#offset || this.#hasMore) return !this.#hasMore;
    const shown = visiblePath(entry);
    this.#bytes += Buffer.byteLength(shown) + 1;
    const { length } = this.entries;
    this.#hasMore = length === this.#limit || (length > 0 && this.#bytes > this.#maxBytes);
    if (!this.#hasMore) this.entries.push(shown);
    return !this.#hasMore;
  }

  outcome(path: string, nothing: string): ToolOutcome {
    const { entries } = this;
    const hasMore = this.#hasMore;
    const end = this.#offset + entries.length;
    const past = this.#seen > 0 && entries.length === 0 ? `There are only ${this.#seen} entries.` : nothing;
    const lines = entries.length === 0 ? [past] : [...entries, ...(hasMore ? [`next_offset ${end}`] : [])];
    return success(lines.join('\n'), { kind: 'list', path, entries: entries.length, more: hasMore });
  }
}

/** The first lines that fit; one always does. */
export function fittingLines(lines: readonly string[], maxBytes: number): readonly string[] {
  let bytes = 0;
  const end = lines.findIndex((line, index) => {
    bytes += Buffer.byteLength(line) + 1;
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** Gives every file below a folder to `take`, by its absolute path, in order, until it answers false. Returns an outcome when that fails. */
export async function listFiles(
  folder: string,
  deps: SearchDeps,
  context: ToolContext,
  take: (path: string) => boolean,
): Promise<ToolOutcome | undefined> {
  const search = planSearch(folder, true, deps.excludes);
  return ripgrep(
    await deps.program(),
    {
      args: ['--files', '--null', '--sort', 'path', ...search.args, '--', search.target],
      search,
      separator: '\0',
      take: (piece) => take(join(search.cwd, piece)),
    },
    context,
  );
}

/** The outcome when the path is not a folder. */
export async function refuseUnlessFolder(path: string, context: ToolContext): Promise<ToolOutcome | undefined> {
  try {
    const stats = await realStats(path);
    return stats.isDirectory() ? undefined : failure('tool_failed', `${context.display(path)} is not a folder.`);
  } catch (error) {
    return describeOpenFailure(error, path, context);
  }
}
