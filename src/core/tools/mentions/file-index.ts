import type { FileMatches } from '../../../shared/file-matches.ts';
import type { Clock } from '../../lib/ports.ts';
import { queryOf, score, type Target, targetOf } from './fuzzy.ts';

export interface FileIndexOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Paths of all files, from the root of the project. */
  readonly list: () => Promise<readonly string[]>;
}

/** Milliseconds after which a list is read again, beside the answer that is given from it. */
const FRESH = 3_000;
export const MOST_FILES = 200_000;
const ANSWERS = 30;

interface Listed {
  readonly targets: readonly Target[];
  readonly readAt: number;
}

/** Finds files and folders of a project by parts of their path. Reads nothing before it is asked, and watches nothing. */
export class FileIndex {
  readonly #options: FileIndexOptions;
  #listed: Listed | undefined;
  #reading: Promise<Listed> | undefined;

  constructor(options: FileIndexOptions) {
    this.#options = options;
  }

  /** The best first. The first question waits for the list; later ones are answered from the last one. */
  async find(query: string): Promise<FileMatches> {
    const { targets, readAt } = this.#listed ?? (await this.#read());
    if (this.#options.clock.monotonic() - readAt > FRESH) void this.#read().catch(() => undefined);
    const found = query === '' ? topLevel(targets) : matching(targets, query);
    return { paths: found.slice(0, ANSWERS).map(({ path }) => path), more: found.length > ANSWERS };
  }

  #read(): Promise<Listed> {
    this.#reading ??= this.#list().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #list(): Promise<Listed> {
    const files = await this.#options.list();
    const listed = { targets: [...foldersOf(files), ...files].map(targetOf), readAt: this.#options.clock.monotonic() };
    this.#listed = listed;
    return listed;
  }
}

/** Every folder that holds a file, with a slash at its end. */
function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
      const folder = file.slice(0, slash + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

function topLevel(targets: readonly Target[]): readonly Target[] {
  return targets.filter(({ base }) => base === 0).sort((a, b) => compare(a.lower, b.lower));
}

function matching(targets: readonly Target[], text: string): readonly Target[] {
  const query = queryOf(text);
  const scored = targets.flatMap((target) => {
    const points = score(target, query);
    return points > 0 ? [{ target, points }] : [];
  });
  return scored.sort((a, b) => b.points - a.points || compare(a.target.lower, b.target.lower)).map(({ target }) => target);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
