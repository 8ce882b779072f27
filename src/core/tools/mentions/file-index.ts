import type { FileMatches } from '../../../shared/file-matches.ts';
import type { Clock } from '../../lib/ports.ts';
import { type Query, queryOf, score, type Target, targetOf } from './fuzzy.ts';

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

/** What fits that which was typed last. */
interface Narrowed {
  readonly targets: readonly Target[];
  readonly typed: string;
  readonly fitting: readonly Target[];
}

/** Finds files and folders of a project by parts of their path. Reads nothing before it is asked, and watches nothing. */
export class FileIndex {
  readonly #options: FileIndexOptions;
  #listed: Listed | undefined;
  #reading: Promise<Listed> | undefined;
  #last: Narrowed | undefined;

  constructor(options: FileIndexOptions) {
    this.#options = options;
  }

  /** The best first. The first question waits for the list; later ones are answered from the last one. */
  async find(query: string): Promise<FileMatches> {
    const { targets, readAt } = this.#listed ?? (await this.#read());
    if (this.#options.clock.monotonic() - readAt > FRESH) void this.#read().catch(() => undefined);
    const found = query === '' ? topLevel(targets) : this.#matching(targets, query);
    return { paths: found.slice(0, ANSWERS).map(({ path }) => path), more: found.length > ANSWERS };
  }

  /** What does not fit a query fits none that goes on from it: so every further key looks only at what is left. */
  #matching(targets: readonly Target[], text: string): readonly Target[] {
    const query = queryOf(text);
    const last = this.#last;
    const goesOn = last?.targets === targets && query.lower.startsWith(last.typed);
    const { fitting, best } = matching(goesOn ? last.fitting : targets, query);
    this.#last = { targets, typed: query.lower, fitting };
    return best;
  }

  #read(): Promise<Listed> {
    this.#reading ??= this.#list().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #list(): Promise<Listed> {
    const files = await this.#options.list();
    const listed = { targets: await targetsOf([...foldersOf(files), ...files]), readAt: this.#options.clock.monotonic() };
    this.#listed = listed;
    return listed;
  }
}

/** So many paths are prepared at once; then something else gets its turn. */
const SLICE = 5_000;

async function targetsOf(paths: readonly string[]): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (let start = 0; start < paths.length; start += SLICE) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const path of paths.slice(start, start + SLICE)) targets.push(targetOf(path));
  }
  return targets;
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

interface Matches {
  readonly fitting: readonly Target[];
  readonly best: readonly Target[];
}

/** Of a query that fits half the project only the best are put in order. */
function matching(targets: readonly Target[], query: Query): Matches {
  const fitting: Target[] = [];
  const best: Scored[] = [];
  for (const target of targets) {
    const points = score(target, query);
    if (points === 0) continue;
    fitting.push(target);
    const last = best.at(-1);
    if (best.length > ANSWERS && last && !isBefore(target, points, last)) continue;
    const at = best.findIndex((other) => isBefore(target, points, other));
    best.splice(at === -1 ? best.length : at, 0, { target, points });
    best.length = Math.min(best.length, ANSWERS + 1);
  }
  return { fitting, best: best.map(({ target }) => target) };
}

interface Scored {
  readonly target: Target;
  readonly points: number;
}

function isBefore(target: Target, points: number, other: Scored): boolean {
  return points > other.points || (points === other.points && target.lower < other.target.lower);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
