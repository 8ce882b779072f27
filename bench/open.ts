import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createNodePorts } from '../src/core/lib/node-ports.ts';
import type { SessionLog } from '../src/core/store/session-log.ts';
import { createSessionStore } from '../src/core/store/session-store.ts';
import { type BigLog, writeBigLog } from '../src/core/testing/big-log.ts';
import { serverConfig } from '../src/core/testing/engine-rig.ts';
import { createTempWorkspace } from '../src/core/testing/temp-workspace.ts';
import { type SessionId, sessionIdSchema } from '../src/shared/ids.ts';
import type { OpenFigures } from './open-process.ts';

/**
 * A long session is opened by an engine in a process of its own, which has another one open already: `npm run bench -- open [megabytes] [entries]`. The goal for 100 MB in
 * 50,000 entries is that it holds at most twice the memory of what the model is sent and what is shown. The first long one of a process has code compiled too, once: the
 * engine's own account of that is told apart, and so is the memory beside another long one. What the window takes is measured by gate 5.
 */
const [megabytes = 100, entries = 50_000] = process.argv.slice(2).map(Number);

const RUNS = 3;
const APPENDS = 200;
const MODEL = 'local/scripted';
/** Of a model with 150,000 tokens, about; the log ends when two thirds of that are there. */
const GENERATION = 0.6;
const PROCESS = fileURLToPath(new URL('open-process.js', import.meta.url));

const [SHORT, OTHER, LONG, WHOLE, BESIDE] = ['a', 'b', 'c', 'd', 'f'].map((letter) => sessionIdSchema.parse(letter.repeat(32))) as [
  SessionId,
  SessionId,
  SessionId,
  SessionId,
  SessionId,
];

interface Place {
  readonly path: string;
  readonly home: string;
}

function say(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(58)} ${figure}\n`);
}

function mb(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}

function range(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${(sorted[0] ?? 0).toFixed(digits)} to ${(sorted.at(-1) ?? 0).toFixed(digits)}`;
}

async function openRuns({ path, home }: Place, first: SessionId, second: SessionId): Promise<readonly OpenFigures[]> {
  const runs: OpenFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const env = { ...process.env, STEINER_HOME: home };
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', PROCESS, path, first, second], { env });
    runs.push(JSON.parse(stdout));
  }
  return runs;
}

/** Bytes that the second session added, with the code that was compiled for it, and without. */
function grownOf(runs: readonly OpenFigures[]): readonly number[] {
  return runs.map(({ before, after }) => after.all - before.all);
}

function heldOf(runs: readonly OpenFigures[]): readonly number[] {
  return runs.map(({ before, after }) => after.all - after.code - (before.all - before.code));
}

/** More than the least of another short session. */
function above(grown: readonly number[], base: readonly number[]): readonly number[] {
  const noise = Math.max(0, Math.min(...base));
  return grown.map((bytes) => bytes - noise);
}

function tell(what: string, runs: readonly OpenFigures[], base: readonly OpenFigures[]): void {
  const [{ sent = 0, shown = 0 } = {}] = runs;
  process.stdout.write(`${what}\n`);
  say(
    '  open',
    `${range(runs.map(({ openMs }) => openMs))} ms, of the processor ${range(runs.map(({ cpuMs }) => cpuMs))} ms; longest stretch ${range(runs.map(({ longestMs }) => longestMs))} ms`,
  );
  say(
    '  a page from the middle',
    `${range(runs.map(({ pageMs }) => pageMs))} ms; a search through everything ${range(runs.map(({ findMs }) => findMs))} ms`,
  );
  say('  the model is sent, and the window is given at first', `${mb(sent)}, ${mb(shown)}`);
  tellMemory('  memory more than another short session takes', above(grownOf(runs), grownOf(base)), sent + shown);
  tellMemory('  without the code that was compiled for it', above(heldOf(runs), heldOf(base)), sent + shown);
  say('  most resident memory while it was opened', `${range(runs.map(({ peakMb }) => peakMb))} MB`);
}

function tellMemory(what: string, grown: readonly number[], goal: number): void {
  const bytes = grown.map((one) => one / 1e6);
  const times = grown.map((one) => one / goal);
  say(what, `${range(bytes, 2)} MB, ${range(times, 2)} times what is sent and shown`);
}

async function appendCost(log: SessionLog): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < APPENDS; count += 1) {
    const start = performance.now();
    await log.append({ type: 'notice', level: 'info', code: 'problem', message: 'One more.' });
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[APPENDS / 2] ?? 0;
}

async function main(): Promise<void> {
  const workspace = await createTempWorkspace({ git: false });
  const { home, path: project } = workspace;
  const ports = await createNodePorts({ vars: { ...process.env, STEINER_HOME: home } });
  const store = createSessionStore(ports);
  const of = { state: ports.paths.state, project, title: 'Work', model: MODEL, megabytes, entries, generation: GENERATION };
  const place: Place = { path: project, home };
  const short: Partial<BigLog> = { megabytes: 0.1, entries: 60 };
  try {
    await mkdir(join(home, 'config'), { recursive: true });
    await writeFile(join(home, 'config', 'config.yaml'), serverConfig('http://127.0.0.1:9'));
    for (const id of [SHORT, OTHER]) await writeBigLog({ ...of, ...short, id });
    const log = await writeBigLog({ ...of, id: LONG });
    await writeBigLog({ ...of, id: BESIDE });
    await writeBigLog({ ...of, id: WHOLE, generation: 0 });
    process.stdout.write(`${megabytes} MB, ${entries} entries; load ${loadavg()[0]?.toFixed(1)}\n`);
    const [start, used] = [performance.now(), process.cpuUsage()];
    const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '' && JSON.parse(line)).length;
    const { user, system } = process.cpuUsage(used);
    say(
      `read and JSON.parse of ${lines} lines alone`,
      `${(performance.now() - start).toFixed(0)} ms, of the processor ${((user + system) / 1_000).toFixed(0)} ms`,
    );
    const base = await openRuns(place, SHORT, OTHER);
    say(
      'memory of another short session',
      `${range(
        grownOf(base).map((bytes) => bytes / 1e6),
        2,
      )} MB`,
    );
    tell(`with a compaction each ${GENERATION} MB, the first long one of its process`, await openRuns(place, SHORT, LONG), base);
    const beside = await openRuns(place, BESIDE, LONG);
    const [{ sent = 0, shown = 0 } = {}] = beside;
    tellMemory('  memory beside another long one', grownOf(beside), sent + shown);
    tellMemory('  without the code that was compiled for it', heldOf(beside), sent + shown);
    tell('never compacted, so that the model would be sent all of it', await openRuns(place, SHORT, WHOLE), base);
    const opened = await store.open(project, LONG);
    const created = await store.create({ id: sessionIdSchema.parse('e'.repeat(32)), project, title: 'New', model: MODEL });
    if (!opened.ok || !created.ok) throw new Error('a session could not be opened');
    const [first, fresh, again] = [await appendCost(opened.value), await appendCost(created.value), await appendCost(opened.value)];
    say('append to the long session, and to a new one', `${Math.min(first, again).toFixed(2)} ms, ${fresh.toFixed(2)} ms`);
    await Promise.all([opened.value.close(), created.value.close()]);
  } finally {
    await ports.processes.close();
    await workspace.remove();
  }
}

await main();
