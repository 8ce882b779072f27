import { type Stats, statSync } from 'node:fs';
import type { SessionSummary } from '../../shared/session.ts';
import type { SessionFiles } from './paths.ts';

/** The rows of sessions that nobody has open, for as long as their files stay the same: a list of a thousand is then a matter of looking, not of reading. */
export class RowCache {
  readonly #rows = new Map<string, { readonly key: string; readonly row: SessionSummary }>();

  /** What the files of a row look like now; undefined while a lock says that they are about to change. */
  keyOf({ lock, summary, marks }: SessionFiles): string | undefined {
    if (look(lock) !== undefined) return undefined;
    return `${traits(look(summary))} ${traits(look(marks))}`;
  }

  get({ folder }: SessionFiles, key: string | undefined): SessionSummary | undefined {
    const known = this.#rows.get(folder);
    return known !== undefined && known.key === key ? known.row : undefined;
  }

  /** `key` is from before the files were read, so that a change in between is seen the next time. */
  keep({ folder }: SessionFiles, key: string | undefined, row: SessionSummary): SessionSummary {
    if (key !== undefined) this.#rows.set(folder, { key, row });
    return row;
  }
}

/** Synchronous: a few microseconds each, where the thread pool would take a hundred. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function traits(stats: Stats | undefined): string {
  return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}
