import { failure } from './outcome.ts';
import type { Tool, ToolOutcome } from './tool.ts';

export interface Bounds {
  /** The tool's time limit. */
  readonly limit: AbortSignal;
  /** The caller's wish to stop. */
  readonly stop: AbortSignal;
  /** How long a tool that was told to stop has to say how far it came, milliseconds. */
  readonly grace: number;
}

/** Runs a tool under its time limit and the caller's signal. Settles soon after either, whatever the tool does; rejects only on a bug. */
export async function runBounded(
  tool: Pick<Tool, 'name' | 'timeout'>,
  { stop, grace, limit }: Bounds,
  run: (signal: AbortSignal) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const signal = AbortSignal.any([stop, limit]);
  const abandoned = new AbortController();
  try {
    return await Promise.race([run(signal), afterGrace(signal, grace, abandoned.signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (stop.aborted) return failure('cancelled', `${tool.name} was stopped before it ended.`);
    return failure('timed_out', `${tool.name} did not end within ${tool.timeout / 1_000} s and was stopped. Ask for less at a time.`);
  } finally {
    // Without a reason of its own each call would pay for an error with a stack.
    abandoned.abort('ended');
  }
}

function afterGrace(signal: AbortSignal, grace: number, abandoned: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const start = () => {
      const timer = setTimeout(() => reject(signal.reason), grace);
      abandoned.addEventListener('abort', () => clearTimeout(timer), { once: true });
    };
    if (signal.aborted) start();
    else signal.addEventListener('abort', start, { once: true });
    abandoned.addEventListener('abort', () => signal.removeEventListener('abort', start), { once: true });
  });
}
