import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createNodePorts } from '../src/core/lib/node-ports.ts';
import { sessionFiles } from '../src/core/store/paths.ts';
import type { SessionLog } from '../src/core/store/session-log.ts';
import { createSessionStore } from '../src/core/store/session-store.ts';
import { createTempWorkspace } from '../src/core/testing/temp-workspace.ts';
import { emptyView, fold } from '../src/shared/fold.ts';
import { sessionIdSchema } from '../src/shared/ids.ts';

/** A long session is opened, and gone on with: `npm run bench -- open [megabytes] [entries]`. The goal for 100 MB in 50,000 entries is a first screen within a second. */
const [megabytes = 100, entries = 50_000] = process.argv.slice(2).map(Number);

const APPENDS = 200;
const LONG = sessionIdSchema.parse('a'.repeat(32));
const SHORT = sessionIdSchema.parse('b'.repeat(32));

function lineOf(index: number): string {
  const base = { id: String(index), parent: index === 1 ? null : String(index - 1), time: index };
  const text = `Line ${index} of what a tool said. `.repeat(Math.max(1, Math.round((megabytes * 1_000_000) / entries / 30)));
  if (index % 10 === 1) return json({ ...base, type: 'turn.start', data: { turn: `t${index}`, model: 'p/m' } });
  if (index % 10 === 2)
    return json({ ...base, type: 'message.end', data: { message: { role: 'user', id: `u${index}`, origin: 'prompt', text } } });
  if (index % 10 === 3) {
    const blocks = [4, 5, 6, 7, 8, 9].map((step) => ({ type: 'tool_call', id: `c${index - 3 + step}`, name: 'bash', arguments: '{}' }));
    return json({
      ...base,
      type: 'message.end',
      data: { message: { role: 'assistant', id: `m${index}`, model: 'p/m', blocks, stop: 'tool_calls' } },
    });
  }
  if (index % 10 === 0) {
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    return json({ ...base, type: 'turn.end', data: { turn: `t${index - 9}`, stop: 'complete', rounds: 1, usage, duration: 1, files: [] } });
  }
  return json({ ...base, type: 'tool.end', data: { call: `c${index}`, name: 'bash', text, isError: false, duration: 1 } });
}

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

async function timed<T>(act: () => Promise<T> | T): Promise<{ readonly value: T; readonly ms: number; readonly longest: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const value = await act();
  const ms = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { value, ms, longest: delay.max / 1e6 };
}

/** Needs `node --expose-gc`. */
async function collect(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function appendCost(log: SessionLog): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < APPENDS; count += 1) {
    const { ms } = await timed(() => log.append({ type: 'notice', level: 'info', code: 'problem', message: 'One more.' }));
    times.push(ms);
  }
  return times.toSorted((a, b) => a - b)[APPENDS / 2] ?? 0;
}

function say(what: string, ms: number, more = ''): void {
  process.stdout.write(`${what.padEnd(34)} ${ms.toFixed(ms < 10 ? 2 : 0).padStart(7)} ms${more}\n`);
}

async function main(): Promise<void> {
  const workspace = await createTempWorkspace({ git: false });
  const ports = await createNodePorts({ vars: { ...process.env, STEINER_HOME: workspace.home } });
  const store = createSessionStore(ports);
  const { log: path } = sessionFiles(ports.paths.state, workspace.path, LONG);
  try {
    await mkdir(dirname(path), { recursive: true });
    const header = json({ schema: 1, id: LONG, project: workspace.path, title: 'Long', model: 'p/m', time: 1 });
    await writeFile(path, header + Array.from({ length: entries }, (_, index) => lineOf(index + 1)).join(''));
    process.stdout.write(`${megabytes} MB, ${entries} entries\n`);
    const bare = await timed(
      async () => (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '' && JSON.parse(line)).length,
    );
    say('read and JSON.parse alone', bare.ms, `, longest task ${bare.longest.toFixed(0)} ms`);
    await collect();
    const before = process.memoryUsage();
    const opened = await timed(() => store.open(workspace.path, LONG));
    say('open', opened.ms, `, longest task ${opened.longest.toFixed(0)} ms`);
    if (!opened.value.ok) throw new Error(opened.value.error.message);
    const log = opened.value.value;
    const folded = await timed(() => fold(emptyView(), log.events).items.length);
    say('fold', folded.ms);
    await collect();
    const after = process.memoryUsage();
    const grown = (after.heapUsed + after.external - before.heapUsed - before.external) / 1e6;
    process.stdout.write(`memory of the open session            ${grown.toFixed(0)} MB\n`);
    const created = await store.create({ id: SHORT, project: workspace.path, title: 'Short', model: 'p/m' });
    if (!created.ok) throw new Error(created.error.message);
    const [long, short, again] = [await appendCost(log), await appendCost(created.value), await appendCost(log)];
    say('append to the long session', Math.min(long, again), `, to a new one ${short.toFixed(2)} ms`);
    await Promise.all([log.close(), created.value.close()]);
  } finally {
    await ports.processes.close();
    await workspace.remove();
  }
}

await main();
