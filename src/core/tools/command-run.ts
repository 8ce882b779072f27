import { errnoOf } from '../lib/errno.ts';
import type { ManagedProcess } from '../lib/ports.ts';
import type { FailedCommand } from '../sandbox/sandbox.ts';
import { Artifact } from './artifact.ts';
import { drain } from './drain.ts';
import { HeadTail } from './head-tail.ts';
import { withoutBinary } from './hygiene.ts';
import type { ToolContext } from './tool.ts';

export interface CommandRequest {
  readonly command: string;
  readonly cwd: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** The most that any command gets, milliseconds. */
  readonly longest: number;
  /** Of both streams together. */
  readonly maxChars: number;
}

export interface CommandEnd {
  /** Absent when the command did not end by itself. */
  readonly exitCode: number | undefined;
  /** Somebody else killed it. */
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** The whole output on disk, when something was cut. */
  readonly artifact: string | undefined;
  /** Why there is no exit code. */
  readonly note: string | undefined;
  /** What the command left behind and must not have. */
  readonly removed: readonly string[];
}

/** What the sandbox is asked to explain. Of a command that did not fail only refused hosts are told: its words say nothing. */
export function failedCommand({ exitCode, ...failed }: FailedCommand & { readonly exitCode: number }): FailedCommand {
  return exitCode === 0 ? { command: '', output: '' } : failed;
}

/** Runs one shell command under the call's sandbox decision. Time-out and stop end it with everything it started; both are results. */
export async function runCommand(context: ToolContext, request: CommandRequest): Promise<CommandEnd> {
  const deadline = context.limit(request.timeout);
  const started = await start(context, request);
  if (typeof started === 'string') return notStarted(started);
  const signal = AbortSignal.any([context.signal, deadline]);
  const kill = () => started.kill();
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    const captured = await capture(started, context, request.maxChars);
    const { code } = await started.exited;
    const removed = context.sandbox.settle(context.decision);
    const note = signal.aborted && code === null ? stopNote(context.signal.aborted, request) : undefined;
    const killed = code === null && note === undefined;
    return { exitCode: note === undefined ? exitCodeOf(code) : undefined, killed, ...captured, note, removed };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

async function start({ sandbox, decision, session }: ToolContext, { command, cwd }: CommandRequest): Promise<ManagedProcess | string> {
  try {
    return await sandbox.start(decision, { text: command, cwd, owner: session, label: 'bash' });
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === undefined) throw failure;
    return `The command could not be started (${errno}).`;
  }
}

function notStarted(note: string): CommandEnd {
  return { exitCode: undefined, killed: false, stdout: '', stderr: '', truncated: false, artifact: undefined, note, removed: [] };
}

function stopNote(stopped: boolean, { timeout, longest }: CommandRequest): string {
  if (stopped) return 'Stopped before it ended; everything it had started was ended too.';
  const advice =
    timeout < longest
      ? `Give a longer timeout_seconds (at most ${longest / 1_000}), or run less`
      : 'That is the longest that limits.tool_timeouts.bash allows: run less, or run it with background';
  return `Not finished after ${timeout / 1_000} s: it and everything it had started was ended. ${advice}.`;
}

/** A shell that was killed by a signal of its own has no code; 137 is what shells report for that. */
function exitCodeOf(code: number | null): number {
  return code ?? 137;
}

type Captured = Pick<CommandEnd, 'stdout' | 'stderr' | 'truncated' | 'artifact'>;

async function capture(child: ManagedProcess, context: ToolContext, maxChars: number): Promise<Captured> {
  const name = `${context.callId.replace(/[^\w-]/g, '_').slice(0, 80)}.txt`;
  const artifact = new Artifact({ folder: context.artifacts, name, limit: maxChars });
  const stdout = new HeadTail(maxChars);
  const stderr = new HeadTail(maxChars);
  const take = (kept: HeadTail) => (text: string) => {
    kept.append(text);
    context.output(text);
    return artifact.write(text);
  };
  const { hygiene } = context;
  await Promise.all([drain(child.stdout, hygiene.stream(), take(stdout)), drain(child.stderr, hygiene.stream(), take(stderr))]);
  const forStderr = Math.min(stderr.length, Math.max(maxChars - stdout.length, Math.floor(maxChars / 4)));
  return {
    stdout: withoutBinary(stdout.text(maxChars - forStderr)),
    stderr: withoutBinary(stderr.text(forStderr)),
    truncated: stdout.length + stderr.length > maxChars,
    artifact: await artifact.end(),
  };
}
