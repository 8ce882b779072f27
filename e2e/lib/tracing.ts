import type { CDPSession, Page } from 'playwright-core';
import { z } from 'zod';

/** One piece of work in a trace; times in milliseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly start: number;
  readonly duration: number;
  /** Of the processor, for this thread: what stays the same on a busy machine. */
  readonly cpu: number;
  readonly args: unknown;
}

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().default(0),
  tdur: z.number().optional(),
  ph: z.string(),
  args: z.unknown(),
});
const traceSchema = z.object({ traceEvents: z.array(z.unknown()) });

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'];

/** What the browser did while `act` ran, on the main thread of the page. */
export async function traced(page: Page, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig: { includedCategories: CATEGORIES } });
  await page.evaluate(() => performance.mark('traced-page'));
  await act();
  const complete = new Promise<string>((resolve) => session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')));
  await session.send('Tracing.end');
  const events = parseTrace(await readStream(session, await complete));
  await session.detach();
  const mark = events.find(({ name }) => name === 'traced-page');
  if (mark === undefined) throw new Error('the trace does not hold the page');
  return events.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
}

async function readStream(session: CDPSession, handle: string): Promise<string> {
  let text = '';
  for (let eof = false; !eof; ) {
    const read = await session.send('IO.read', { handle });
    text += read.base64Encoded ? Buffer.from(read.data, 'base64').toString() : read.data;
    eof = read.eof;
  }
  await session.send('IO.close', { handle });
  return text;
}

function parseTrace(text: string): readonly TraceEvent[] {
  return traceSchema.parse(JSON.parse(text)).traceEvents.flatMap((raw) => {
    const parsed = eventSchema.safeParse(raw);
    if (!parsed.success || parsed.data.ph === 'M') return [];
    const { name, pid, tid, ts, dur, tdur = dur, args } = parsed.data;
    return [{ name, pid, tid, start: ts / 1000, duration: dur / 1000, cpu: tdur / 1000, args }];
  });
}

const TASKS: ReadonlySet<string> = new Set(['ThreadControllerImpl::RunTask', 'RunTask']);

/** The tasks of the thread, longest first. */
export function tasksOf(events: readonly TraceEvent[]): readonly TraceEvent[] {
  return events.filter(({ name }) => TASKS.has(name)).toSorted((a, b) => b.cpu - a.cpu);
}

/** What stands inside of a task, longest first. */
export function insideOf(task: TraceEvent, events: readonly TraceEvent[]): readonly TraceEvent[] {
  const end = task.start + task.duration;
  return events
    .filter((event) => event !== task && event.start >= task.start && event.start + event.duration <= end)
    .toSorted((a, b) => b.cpu - a.cpu);
}
