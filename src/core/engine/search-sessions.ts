import type { SearchAnswer } from '../../shared/search.ts';
import type { Processes } from '../lib/ports.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { gramsOf } from '../store/gram-filter.ts';
import { type Candidate, logsThatMayHold } from '../store/search-candidates.ts';
import type { StoredLog } from '../store/session-log.ts';
import { locateRipgrep } from '../tools/ripgrep.ts';
import { Finds } from './search-finds.ts';
import { type Place, placeIn, placeInLine } from './search-line.ts';
import { searchMoved } from './search-moved.ts';
import { linePattern, parseQuery, type SearchQuery } from './search-query.ts';

export interface SearchOptions {
  readonly processes: Processes;
  readonly blobs: BlobStore;
  /** The ledger's name for what is started. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Below it only titles are looked at. */
const LEAST_LETTERS = 2;
/** So many logs at a time, then twice as many and so on: the newest sessions are what is looked for most. Command lines are limited. */
const [FIRST_LOGS, MOST_LOGS] = [64, 512];

/** Looks at titles and at everything said, newest session first, until there is enough. What was found so far is given when `signal` aborts. */
export async function searchSessions(logs: readonly StoredLog[], typed: string, options: SearchOptions): Promise<SearchAnswer> {
  const query = parseQuery(typed);
  const finds = new Finds();
  for (const log of logs) {
    const place = placeIn(log.summary.title, query, { role: 'title' });
    if (place) finds.title(log, place);
  }
  const grams = query.terms.flatMap(gramsOf);
  const worthIt = query.terms.some((term) => term.length >= LEAST_LETTERS);
  let size = FIRST_LOGS;
  for (let from = 0; from < logs.length && worthIt; from += size, size = Math.min(size * 2, MOST_LOGS)) {
    if (options.signal.aborted || finds.full) break;
    const candidates = await logsThatMayHold(logs.slice(from, from + size), grams, options.signal);
    if (candidates.length > 0) await searchLogs(candidates, { query, finds }, options);
  }
  return finds.answer(logs);
}

interface Looking {
  readonly query: SearchQuery;
  readonly finds: Finds;
}

/** First what stands in the logs, then what they moved out. */
async function searchLogs(candidates: readonly Candidate[], { query, finds }: Looking, options: SearchOptions): Promise<void> {
  const byPath = new Map(candidates.map(({ log }) => [log.path, log]));
  function add(log: StoredLog, place: Place | undefined): boolean {
    if (place) finds.add(log, place);
    return !finds.full;
  }
  function take(piece: string): boolean {
    const cut = piece.indexOf('\0');
    const log = byPath.get(piece.slice(0, cut));
    return !log || finds.enough(log) || add(log, placeInLine(piece.slice(cut + 1), query));
  }
  await runRipgrep([...byPath.keys()], linePattern(query), { ...options, take });
  const { blobs, signal } = options;
  for (const { log, moved } of candidates) {
    const take = (place: Place): boolean => add(log, place) && !finds.enough(log);
    if (!finds.full && !finds.enough(log)) await searchMoved({ path: log.path, blobs, signal, take }, moved, query);
  }
}

interface RunOptions extends SearchOptions {
  /** Gets each line, with the path of its log before a zero; false ends the search. */
  readonly take: (piece: string) => boolean;
}

const FLAGS = [
  '--no-config',
  '--no-heading',
  '--with-filename',
  '--null',
  '--no-line-number',
  '--text',
  '--color=never',
  '--max-count=200',
];

async function runRipgrep(paths: readonly string[], pattern: string, { processes, owner, signal, take }: RunOptions): Promise<void> {
  const args = [...FLAGS, '--regexp', pattern, '--', ...paths];
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  const child = await processes.spawn({ command: await locateRipgrep(), args, cwd: '/', env, owner, label: 'search in sessions' });
  const kill = () => child.kill();
  signal.addEventListener('abort', kill, { once: true });
  child.stderr.resume();
  try {
    await eachLine(child.stdout, (line) => {
      if (!signal.aborted && take(line)) return true;
      kill();
      return false;
    });
    await child.exited;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

async function eachLine(stream: AsyncIterable<Buffer>, take: (line: string) => boolean): Promise<void> {
  const decoder = new TextDecoder();
  let open = '';
  let going = true;
  for await (const chunk of stream) {
    if (!going) continue;
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    going = lines.every(take);
  }
}
