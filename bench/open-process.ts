/** Opens sessions in a process of its own and tells what that took: `open-process PROJECT FIRST SECOND`, with `--expose-gc`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapCodeStatistics } from 'node:v8';
import { createEngine, createNodePorts, type Project } from '../src/core/engine.ts';
import { type SessionId, sessionIdSchema } from '../src/shared/ids.ts';

export interface HeldBytes {
  /** By the process: its heap, and what its objects hold outside. */
  readonly all: number;
  /** Of that, what the engine compiled, by its own account. It grows as code runs for the first time or often, and nothing of a session is in it. */
  readonly code: number;
}

export interface OpenFigures {
  /** With the first session open, then with the second too. */
  readonly before: HeldBytes;
  readonly after: HeldBytes;
  /** Of opening the second, in milliseconds, and the longest stretch in which the process answered nobody. */
  readonly openMs: number;
  readonly longestMs: number;
  /** Processor time of it, the collection of garbage included. */
  readonly cpuMs: number;
  /** Bytes of the conversation that the next request of the second holds, and of what its snapshot shows. */
  readonly sent: number;
  readonly shown: number;
  /** Milliseconds that a page from the middle takes, the changes, and a search that reads everything. */
  readonly pageMs: number;
  readonly findMs: number;
  readonly peakMb: number;
}

const CONVERSATION: ReadonlySet<string> = new Set(['user', 'assistant', 'results', 'summary']);

async function memory(): Promise<HeldBytes> {
  let least = { all: Number.POSITIVE_INFINITY, code: 0 };
  for (let round = 0; round < 6; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { heapUsed, external } = process.memoryUsage();
    const { code_and_metadata_size: machine, bytecode_and_metadata_size: bytes } = getHeapCodeStatistics();
    if (heapUsed + external < least.all) least = { all: heapUsed + external, code: machine + bytes };
  }
  return least;
}

async function timed<T>(
  act: () => Promise<T>,
): Promise<{ readonly value: T; readonly ms: number; readonly longest: number; readonly cpu: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.reset();
  const [start, used] = [performance.now(), process.cpuUsage()];
  const value = await act();
  const { user, system } = process.cpuUsage(used);
  const ms = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { value, ms, longest: delay.max / 1e6, cpu: (user + system) / 1_000 };
}

async function open(project: Project, id: SessionId): Promise<number> {
  const opened = await project.openSession(id);
  if (!opened.ok) throw new Error(opened.error.message);
  return JSON.stringify(opened.value).length;
}

async function sentOf(project: Project, id: SessionId): Promise<number> {
  const report = await project.contextOf(id);
  if (!report.ok) throw new Error(report.error.message);
  return report.value.sources.reduce((sum, { kind, bytes }) => sum + (CONVERSATION.has(kind) ? bytes : 0), 0);
}

async function figures(path: string, first: SessionId, second: SessionId): Promise<OpenFigures> {
  const engine = createEngine(await createNodePorts({ vars: process.env }));
  const opened = await engine.openProject(path, { unsafe: true });
  if (!opened.ok) throw new Error(opened.error.message);
  const project = opened.value;
  await open(project, first);
  await sentOf(project, first);
  await project.transcripts.items(first, 0);
  const before = await memory();
  const { value: shown, ms: openMs, longest: longestMs, cpu: cpuMs } = await timed(() => open(project, second));
  const after = await memory();
  const middle = await timed(() => project.transcripts.items(second, 20_000));
  const found = await timed(() => project.transcripts.find(second, 'nowhere to be found'));
  const sent = await sentOf(project, second);
  await engine.close();
  const peakMb = process.resourceUsage().maxRSS / 1_000;
  return { before, after, openMs, longestMs, cpuMs, sent, shown, pageMs: middle.ms, findMs: found.ms, peakMb };
}

const [path = '', first = '', second = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await figures(path, sessionIdSchema.parse(first), sessionIdSchema.parse(second))));
