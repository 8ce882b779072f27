import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { yardstick } from './yardstick.ts';

const REPORT = 'STEINER_LOOP_REPORT';

/** Since the report before, in milliseconds of the processor on the main thread. `number` is that of the question. */
interface LoopReport {
  readonly number: number;
  /** The longest turn of the event loop: the tasks that ran between two timers of a millisecond. */
  readonly longest: number;
  /** What the yardstick took there, as the machine is now. */
  readonly bare: number;
}

/** Watches the main thread of an app from inside: what it took does not grow with what else the machine does, as the clock would. */
export interface MainTasks {
  /** For the app's environment. */
  readonly vars: Readonly<Record<string, string>>;
  during(pid: number, act: () => Promise<void>): Promise<LoopReport>;
  remove(): Promise<void>;
}

export async function createMainTasks(): Promise<MainTasks> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-loop-'));
  const [script, file] = [join(folder, 'watch.mjs'), join(folder, 'report.json')];
  await writeFile(script, `${yardstick}\n(${watch})(${JSON.stringify(REPORT)}, ${yardstick.name});\n`);
  const read = (): LoopReport | undefined => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LoopReport) : undefined);
  let asked = 0;
  const report = async (pid: number): Promise<LoopReport> => {
    asked += 1;
    await writeFile(`${file}.asked`, `${asked}`);
    process.kill(pid, 'SIGUSR2');
    const answer = (): LoopReport | undefined => {
      const found = read();
      return found?.number === asked ? found : undefined;
    };
    return vi.waitUntil(answer, { timeout: 15_000 });
  };
  return {
    vars: { NODE_OPTIONS: `--import=${pathToFileURL(script).href}`, [REPORT]: file },
    during: async (pid, act) => {
      await report(pid);
      await act();
      return report(pid);
    },
    remove: () => rm(folder, { recursive: true, maxRetries: 10 }),
  };
}

/** Runs in the app, before it; made of this function's text. What the app starts is not watched. */
function watch(variable: string, bareWork: () => void): void {
  const { readFileSync: readSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { isMainThread } = process.getBuiltinModule('node:worker_threads');
  const path = process.env[variable];
  if (!isMainThread || path === undefined) return;
  delete process.env.NODE_OPTIONS;
  delete process.env[variable];
  const spent = (): number => Number(readSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  for (let round = 0; round < 5; round += 1) bareWork();
  let [answered, longest, before] = [0, 0, spent()];
  const turn = (): void => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
    setTimeout(turn, 1).unref();
  };
  process.on('SIGUSR2', () => {
    const number = Number(readSync(`${path}.asked`, 'utf8'));
    if (number === answered) return;
    answered = number;
    const start = spent();
    const last = Math.max(longest, start - before);
    bareWork();
    before = spent();
    writeFileSync(`${path}.new`, JSON.stringify({ number, longest: last, bare: before - start }));
    renameSync(`${path}.new`, path);
    longest = 0;
    before = spent();
  });
  turn();
}
