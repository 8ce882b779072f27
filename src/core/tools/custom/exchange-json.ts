import type { Readable } from 'node:stream';
import { errnoOf } from '../../lib/errno.ts';
import type { ProcessSpec } from '../../lib/ports.ts';
import type { ToolContext } from '../tool.ts';

export interface Exchange {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether standard output was longer than is taken. */
  readonly truncated: boolean;
  /** What it left behind and must not have. */
  readonly removed: readonly string[];
}

export interface ExchangeOptions {
  readonly context: ToolContext;
  readonly maxOutputBytes: number;
}

/** Starts a program, gives it one JSON value and takes what it prints. It ends with the call. Rejects with an errno when it cannot be started. */
export async function exchangeJson(spec: ProcessSpec, input: unknown, { context, maxOutputBytes }: ExchangeOptions): Promise<Exchange> {
  const { signal, processes, sandbox, decision } = context;
  const child = await processes.spawn(spec);
  const kill = () => child.kill();
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    child.stdin?.end(JSON.stringify(input));
    const [stdout, stderr] = await Promise.all([take(child.stdout, maxOutputBytes), take(child.stderr, maxOutputBytes)]);
    const { code } = await child.exited;
    const removed = sandbox.settle(decision);
    return { exitCode: code ?? 137, stdout: stdout.text, stderr: stderr.text, truncated: stdout.truncated, removed };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Reads to the end, so that the program is not held up, and keeps the start. */
async function take(stream: Readable, limit: number): Promise<{ readonly text: string; readonly truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size < limit) chunks.push(chunk);
      size += chunk.length;
    }
  } catch (failure) {
    // The program was ended, and its pipe with it.
    if (errnoOf(failure) === undefined) throw failure;
  }
  return { text: Buffer.concat(chunks).toString('utf8', 0, limit), truncated: size > limit };
}
