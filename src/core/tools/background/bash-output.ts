import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { withoutBinary } from '../hygiene.ts';
import { failure, success } from '../outcome.ts';
import { putRight } from '../put-right.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tool.ts';
import { type BackgroundJob, describeState } from './background-job.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LogPiece } from './job-log.ts';

const DEFAULT_CHARS = 30_000;
const MAX_CHARS = 100_000;
/** Of the output limit, bytes left for what is said around the output. */
const RESERVE = 1_000;
/** The call's own deadline comes after the longest wait. */
const GRACE = 5_000;

const UNFINISHED = '[The last line is not finished; the next reading goes on within it.]';

const input = z.strictObject({
  id: z.string().min(1).describe('The id that bash gave'),
  offset: z.int().optional().describe('Byte to start from; default where the last reading ended; negative counts from the end'),
  wait_seconds: z.number().min(0).optional().describe('Wait this long for new output or the end when there is none yet; default 0'),
  max_output_chars: z
    .int()
    .min(1)
    .max(MAX_CHARS)
    .optional()
    .describe(`Characters to return; default ${DEFAULT_CHARS}, at most ${MAX_CHARS}`),
});
type OutputInput = z.infer<typeof input>;

const description = `Read what a background command printed, stdout and stderr as they came, and whether it still runs.
Without an offset it goes on where the last reading ended.`;

export interface BashOutputOptions {
  readonly jobs: BackgroundJobs;
  /** Longest wait, milliseconds. */
  readonly timeout: number;
  readonly maxOutputBytes: number;
}

export function createBashOutput(options: BashOutputOptions): Tool {
  return defineTool<OutputInput>({
    name: 'bash_output',
    description,
    input,
    parallel: 'serial',
    timeout: options.timeout + GRACE,
    run: (request, context) => readOutput(request, context, options),
  });
}

async function readOutput(request: OutputInput, context: ToolContext, options: BashOutputOptions): Promise<ToolOutcome> {
  const job = options.jobs.find(request.id);
  if (!job) return unknownJob(request.id, options.jobs);
  return job.attend(() => readJob(job, request, context, options));
}

async function readJob(job: BackgroundJob, request: OutputInput, context: ToolContext, options: BashOutputOptions): Promise<ToolOutcome> {
  const wait = Math.min((request.wait_seconds ?? 0) * 1_000, options.timeout);
  if (wait > 0) await job.waitFor(request.offset, AbortSignal.any([context.signal, AbortSignal.timeout(wait)]));
  context.signal.throwIfAborted();
  const state = describeState(job);
  const isRunning = job.state.type === 'running';
  if (!isRunning) learnt(job, context);
  const piece = await job.read(request.offset, Math.min(request.max_output_chars ?? DEFAULT_CHARS, options.maxOutputBytes - RESERVE));
  return success(
    [`[${job.id}: ${state}; ${describeRange(piece)}]`, ...bodyOf(piece), ...unfinished(piece, isRunning), ...notesOf(job, context)].join(
      '\n',
    ),
  );
}

function describeRange({ start, next, size }: LogPiece): string {
  if (start === next) return `no ${size === 0 ? '' : 'new '}output; next_offset ${next}`;
  return `output ${start}-${next} of ${size} bytes; next_offset ${next}`;
}

function bodyOf({ text }: LogPiece): readonly string[] {
  return text === '' ? [] : [withoutBinary(text.replace(/\n$/, ''))];
}

/** A prompt, or a line that is still being written. */
function unfinished({ text, next, size }: LogPiece, isRunning: boolean): readonly string[] {
  return isRunning && next === size && text !== '' && !text.endsWith('\n') ? [UNFINISHED] : [];
}

function notesOf(job: BackgroundJob, { display }: ToolContext): readonly string[] {
  const lost = job.lost ? ['It printed more than is kept; the rest is lost.'] : [];
  return [...lost, ...job.denials, ...job.removed.map((path) => putRight(display(path)))];
}

/** The model is being told that it ended. */
export function learnt(job: BackgroundJob, { side }: ToolContext): void {
  job.know();
  side.known(job.id);
}

export function unknownJob(id: string, { ids }: BackgroundJobs): ToolOutcome {
  const known = ids.length === 0 ? 'None was started in this session since it was opened.' : `Known: ${ids.join(', ')}.`;
  return failure('invalid_input', `There is no background command "${id}". ${known}`);
}
