import { text } from 'node:stream/consumers';
import type { Search } from './excludes.ts';
import { failure } from './outcome.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

/** For whom a search runs: `session` owns its process. With a sandbox it reaches nothing but where it was sent. */
export type SearchRun = Pick<ToolContext, 'signal' | 'processes'> &
  Partial<Pick<ToolContext, 'sandbox' | 'decision'>> & { readonly session: string };

export interface RipgrepRequest {
  readonly args: readonly string[];
  readonly search: Pick<Search, 'cwd' | 'surroundings'>;
  /** What ends each piece of output. */
  readonly separator: '\n' | '\0';
  /** Gets each piece; false ends the search. */
  readonly take: (piece: string) => boolean;
  /** Asked first about a piece that begins there: true when that was all there is to do. Most of much output need not become text. */
  readonly pass?: (bytes: Buffer, start: number) => boolean;
}

/** Where the ripgrep of this machine lies; in a packaged app it is kept outside the archive. */
export async function locateRipgrep(): Promise<string> {
  const { rgPath } = await import('@vscode/ripgrep');
  return rgPath.replace('app.asar', 'app.asar.unpacked');
}

/** Runs a search to its end or until it is told to stop. Returns an outcome only when ripgrep refused the request. */
export async function ripgrep(program: string, request: RipgrepRequest, run: SearchRun): Promise<ToolOutcome | undefined> {
  const { signal, processes, session } = run;
  signal.throwIfAborted();
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  const { cwd, surroundings } = request.search;
  const plain = { command: program, args: request.args, cwd, env, owner: session, label: 'search' };
  const child = await processes.spawn(run.sandbox && run.decision ? run.sandbox.search(run.decision, plain, surroundings) : plain);
  const kill = () => child.kill();
  signal.addEventListener('abort', kill, { once: true });
  try {
    const [complaint, wasStopped] = await Promise.all([text(child.stderr), feed(child.stdout, request, kill)]);
    const { code } = await child.exited;
    signal.throwIfAborted();
    if (complaint.startsWith('bwrap: ')) return failure('tool_failed', `Nothing was searched: ${complaint.trim().slice(0, 1_000)}`);
    // Ripgrep ends with 2 also when it found things but could not read some file.
    const isRefused = code === 2 && !wasStopped && /^(rg: )?(regex parse error|error parsing|.*: unrecognized|.*glob)/im.test(complaint);
    return isRefused ? failure('invalid_input', complaint.trim().slice(0, 1_000)) : undefined;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Looks at each byte once: a line of many megabytes comes in many chunks, which are put together when it is whole. */
async function feed(stream: AsyncIterable<Buffer>, request: RipgrepRequest, kill: () => void): Promise<boolean> {
  const mark = request.separator.charCodeAt(0);
  let open: Buffer[] = [];
  let stopped = false;
  for await (const chunk of stream) {
    if (stopped) continue;
    open.push(chunk);
    if (!chunk.includes(mark)) continue;
    const bytes = open.length === 1 ? chunk : Buffer.concat(open);
    const rest = feedPieces(bytes, request);
    stopped = rest === undefined;
    open = rest !== undefined && rest < bytes.length ? [bytes.subarray(rest)] : [];
    if (stopped) kill();
  }
  if (!stopped && open.length > 0) stopped = !request.take(Buffer.concat(open).toString());
  return stopped;
}

/** Where the last piece begins, which is not whole; or nothing when the search is to end. */
function feedPieces(bytes: Buffer, { separator, take, pass }: RipgrepRequest): number | undefined {
  const mark = separator.charCodeAt(0);
  let start = 0;
  for (let end = bytes.indexOf(mark); end >= 0; end = bytes.indexOf(mark, start)) {
    if (!pass?.(bytes, start) && !take(bytes.toString('utf8', start, end))) return undefined;
    start = end + 1;
  }
  return start;
}
