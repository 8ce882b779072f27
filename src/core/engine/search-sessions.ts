import type { SearchAnswer, SearchHit } from '../../shared/search.ts';
import type { Processes } from '../lib/ports.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { gramsOf } from '../store/gram-filter.ts';
import { type Candidate, logsThatMayHold } from '../store/search-candidates.ts';
import type { StoredLog } from '../store/session-log.ts';
import { locateRipgrep } from '../tools/ripgrep.ts';
import { linePattern, type Place, placeIn, placeInLine } from './search-line.ts';
import { searchMoved } from './search-moved.ts';

export interface SearchOptions {
  readonly processes: Processes;
  readonly blobs: BlobStore;
  /** The ledger's name for what is started. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

const MOST_HITS = 100;
const PER_SESSION = 3;
/** Below it only titles are looked at. */
const LEAST_LETTERS = 2;
/** So many logs at a time, then twice as many and so on: the newest sessions are what is looked for most. Command lines are limited. */
const [FIRST_LOGS, MOST_LOGS] = [64, 512];

/** Looks at titles and at everything said, newest session first, until there is enough. What was found so far is given when `signal` aborts. */
export async function searchSessions(logs: readonly StoredLog[], query: string, options: SearchOptions): Promise<SearchAnswer> {
  const titles = logs.flatMap((log) => titleHit(log, query));
  const hits: SearchHit[] = [];
  const grams = gramsOf(query);
  let size = FIRST_LOGS;
  for (let from = 0; from < logs.length && query.length >= LEAST_LETTERS; from += size, size = Math.min(size * 2, MOST_LOGS)) {
    if (options.signal.aborted || hits.length >= MOST_HITS) break;
    const candidates = await logsThatMayHold(logs.slice(from, from + size), grams, options.signal);
    if (candidates.length > 0) hits.push(...(await searchLogs(candidates, query, options)));
  }
  const order = new Map(logs.map(({ summary }, index) => [summary.id, index]));
  hits.sort((a, b) => (order.get(a.session) ?? 0) - (order.get(b.session) ?? 0));
  return { hits: [...titles, ...hits].slice(0, MOST_HITS), more: titles.length + hits.length > MOST_HITS };
}

function titleHit(log: StoredLog, query: string): readonly SearchHit[] {
  const place = placeIn(log.summary.title, query, { role: 'title' });
  return place ? [hitOf(log, place)] : [];
}

function hitOf({ summary, project }: StoredLog, place: Place): SearchHit {
  const { id: session, title, updatedAt } = summary;
  return { session, project, title, updatedAt, ...place };
}

/** First what stands in the logs, then what they moved out. */
async function searchLogs(candidates: readonly Candidate[], query: string, options: SearchOptions): Promise<readonly SearchHit[]> {
  const byPath = new Map(candidates.map(({ log }) => [log.path, log]));
  const found = new Map<StoredLog, (string | undefined)[]>();
  const hits: SearchHit[] = [];
  const enough = (log: StoredLog): boolean => (found.get(log)?.length ?? 0) >= PER_SESSION;
  function add(log: StoredLog, place: Place | undefined): boolean {
    const items = found.get(log) ?? [];
    if (place && !enough(log) && !items.includes(place.item)) {
      found.set(log, [...items, place.item]);
      hits.push(hitOf(log, place));
    }
    return hits.length <= MOST_HITS;
  }
  function take(piece: string): boolean {
    const cut = piece.indexOf('\0');
    const log = byPath.get(piece.slice(0, cut));
    return !log || enough(log) || add(log, placeInLine(piece.slice(cut + 1), query));
  }
  await runRipgrep([...byPath.keys()], query, { ...options, take });
  const { blobs, signal } = options;
  for (const { log, moved } of candidates) {
    const take = (place: Place): boolean => add(log, place) && !enough(log);
    if (hits.length <= MOST_HITS && !enough(log)) await searchMoved({ path: log.path, blobs, signal, take }, moved, query);
  }
  return hits;
}

interface RunOptions extends SearchOptions {
  /** Gets each line, with the path of its log before a zero; false ends the search. */
  readonly take: (piece: string) => boolean;
}

const FLAGS = ['--no-config', '--no-heading', '--with-filename', '--null', '--no-line-number', '--text', '--color=never', '--max-count=50'];

async function runRipgrep(paths: readonly string[], query: string, { processes, owner, signal, take }: RunOptions): Promise<void> {
  const args = [...FLAGS, '--regexp', linePattern(query), '--', ...paths];
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
