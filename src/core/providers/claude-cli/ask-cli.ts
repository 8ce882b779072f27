import { rm } from 'node:fs/promises';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Ports } from '../../lib/ports.ts';
import { makeTempFolder } from '../../lib/temp-folder.ts';
import type { WireObject } from '../wire-json.ts';
import { ASKING } from './cli-arguments.ts';
import { type CliProcess, startCli } from './cli-process.ts';
import { checkCli } from './find-cli.ts';

export type AskPorts = Pick<Ports, 'clock' | 'ids' | 'processes' | 'environment'>;

/** How long its answer may take, and then its end, in milliseconds. */
const ANSWER = 12_000;
const END = 8_000;

/** What is asked of the running program, which said `initialized` first. Rejects when it refuses or ends. */
export type Question = (process: CliProcess, initialized: WireObject) => Promise<WireObject>;

/**
 * Starts the program, asks it about itself, and ends it. No model is asked.
 *
 * Takes 20 seconds at most. Whatever comes of it, its process group is killed and gone before this resolves, unless the system does not end it in
 * those eight seconds. Never rejects.
 */
export async function askCli(question: Question, ports: AskPorts, stop: AbortSignal): Promise<Result<WireObject, Problem>> {
  const answered = new AbortController();
  const slow = new AbortController();
  void ports.clock.sleep(ANSWER, answered.signal).then(() => slow.abort());
  const over = AbortSignal.any([slow.signal, stop]);
  const work = ask(question, ports, over);
  const first = await Promise.race([work, aborted(over)]);
  answered.abort();
  await within(END, work, ports);
  return first ?? err(unanswered(stop.aborted ? 'it was stopped' : 'no answer came in time'));
}

/** Ends by itself soon after `over`. */
async function ask(question: Question, ports: AskPorts, over: AbortSignal): Promise<Result<WireObject, Problem>> {
  try {
    const checked = await checkCli(ports, over);
    if (!checked.ok) return checked;
    const folder = await makeTempFolder('claude');
    try {
      return await askIn(folder, question, ports, over);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (failure) {
    return err(unanswered(failure));
  }
}

async function askIn(folder: string, question: Question, ports: AskPorts, over: AbortSignal): Promise<Result<WireObject, Problem>> {
  let end: (complaint: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const process = await startCli({ ...ports, args: ASKING, folder, onLine: () => {}, onEnd: (complaint) => end(complaint) });
  const kill = () => process.kill();
  over.addEventListener('abort', kill, { once: true });
  if (over.aborted) kill();
  try {
    return ok(await question(process, await process.control({ subtype: 'initialize' })));
  } catch (failure) {
    kill();
    return err(unanswered(failure, await ended));
  } finally {
    over.removeEventListener('abort', kill);
    kill();
    await ended;
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

async function within(limit: number, what: Promise<unknown>, { clock }: AskPorts): Promise<void> {
  const done = new AbortController();
  await Promise.race([what, clock.sleep(limit, done.signal)]);
  done.abort();
}

/** `complaint` is the end of what the program wrote to its error stream. */
function unanswered(failure: unknown, complaint = ''): Problem {
  const why = [failure instanceof Error ? failure.message : String(failure), complaint.slice(-200)]
    .filter((part) => part !== '')
    .join(': ');
  return {
    code: 'provider_unreachable',
    message: `The \`claude\` program did not answer: ${why.replace(/\.$/, '')}.`,
    hint: 'Run `claude` in a terminal to see what it says, and try again.',
    safe: 'Nothing was sent, and nothing of the conversation is lost.',
  };
}
