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
  /** What is taken in the place of a very long piece, of which no more than the first `KEPT` bytes are there. */
  readonly shorten?: (bytes: Buffer) => string;
}

/** From here on a piece is long. */
const LONG = 256 * 1024;
const KEPT = 64 * 1024 * 1024;

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
    return code === 2 && !wasStopped ? refusal(complaint) : undefined;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** A file that could not be read, such as `rg: a/b: Permission denied (os error 13)`: the others were searched all the same. */
const UNREAD = /^rg: .*\(os error \d+\)$/;

/** Why ripgrep did not search, in plain words where it speaks of its options. */
function refusal(complaint: string): ToolOutcome | undefined {
  const [said = ''] = complaint.split('\n\nConsider ');
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !UNREAD.test(line));
  if (lines.length === 0) return undefined;
  const all = lines.join('\n').replace(/^rg: /, '');
  if (all.includes('literal "\\n" is not allowed'))
    return failure('invalid_input', 'Nothing was searched: the pattern holds a line end (\\n). Set multiline to find what spans lines.');
  if (all.includes('exceeds size limit')) {
    return failure(
      'invalid_input',
      'Nothing was searched: the pattern is too large once it is compiled. Repeat less, such as {1,50}, or give a simpler one.',
    );
  }
  return failure('invalid_input', `Nothing was searched: ${all.slice(0, 1_000)}`);
}

/** Looks at each byte once: a line of many megabytes comes in many chunks, which are put together when it is whole. */
async function feed(stream: AsyncIterable<Buffer>, request: RipgrepRequest, kill: () => void): Promise<boolean> {
  const mark = request.separator.charCodeAt(0);
  let open: Buffer[] = [];
  let size = 0;
  let stopped = false;
  for await (const chunk of stream) {
    if (stopped) continue;
    const end = chunk.indexOf(mark);
    const isOver = request.shorten !== undefined && size + (end < 0 ? chunk.length : end) > KEPT;
    // What no longer counts of a piece is left out, up to its end.
    if (!isOver) open.push(chunk);
    else if (end >= 0) open.push(chunk.subarray(end));
    // A piece that is over stays so, however little comes next.
    size = isOver ? KEPT : size + chunk.length;
    if (end < 0) continue;
    const bytes = open.length === 1 ? (open[0] ?? chunk) : Buffer.concat(open);
    const rest = feedPieces(bytes, request);
    stopped = rest === undefined;
    open = rest !== undefined && rest < bytes.length ? [bytes.subarray(rest)] : [];
    size = open[0]?.length ?? 0;
    if (stopped) kill();
  }
  if (!stopped && open.length > 0) stopped = !request.take(Buffer.concat(open).toString());
  return stopped;
}

/** Where the last piece begins, which is not whole; or nothing when the search is to end. */
function feedPieces(bytes: Buffer, { separator, take, pass, shorten }: RipgrepRequest): number | undefined {
  const mark = separator.charCodeAt(0);
  let start = 0;
  for (let end = bytes.indexOf(mark); end >= 0; end = bytes.indexOf(mark, start)) {
    const isLong = shorten !== undefined && end - start > LONG;
    if (!pass?.(bytes, start) && !take(isLong ? shorten(bytes.subarray(start, end)) : bytes.toString('utf8', start, end))) return undefined;
    start = end + 1;
  }
  return start;
}
