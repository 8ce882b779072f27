import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Checkpoints } from '../src/core/git/checkpoints.ts';
import { locateGit } from '../src/core/git/locate.ts';
import { WorkTree } from '../src/core/git/work-tree.ts';
import { createNodePorts } from '../src/core/lib/node-ports.ts';
import { createTempWorkspace } from '../src/core/testing/temp-workspace.ts';

/** A checkpoint of a repository in which ten files changed: `npm run bench -- checkpoint [files]`. The goal is 300 ms for 50,000 files. */
const [files = 50_000] = process.argv.slice(2).map(Number);

const PER_FOLDER = 100;
const CHANGED = 10;
const ROUNDS = 9;

const workspace = await createTempWorkspace();
const ports = await createNodePorts({ vars: { ...process.env, STEINER_HOME: workspace.home } });
try {
  await fill();
  const location = await locateGit(workspace.path);
  if (!location?.root) throw new Error('the bench made no repository');
  const runner = { processes: ports.processes, environment: ports.environment, owner: 'bench' };
  const tree = new WorkTree({ runner, folder: workspace.path, root: location.root, gitDir: location.gitDir });
  const checkpoints = new Checkpoints({ tree, clock: ports.clock, logger: ports.logger });
  const first = await timed(() => checkpoints.take('bench', 'first', 'before'));
  const changed: number[] = [];
  const same: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = 0; index < CHANGED; index += 1) await appendFile(pathOf((index * 4_999 + round) % files), `round ${round}\n`);
    bare.push(await timed(() => promisify(execFile)('git', ['status', '--porcelain'], { cwd: workspace.path })));
    changed.push(await timed(() => checkpoints.take('bench', `t${round}`, 'before')));
    same.push(await timed(() => checkpoints.take('bench', `t${round}`, 'after')));
  }
  process.stdout.write(`${files} files, ${CHANGED} changed, median of ${ROUNDS}\n`);
  for (const [name, times] of Object.entries({ first: [first], changed, same, 'git status': bare })) {
    process.stdout.write(`${name.padEnd(12)} ${median(times).toFixed(0)} ms\n`);
  }
  await checkpoints.close();
} finally {
  await ports.processes.close();
  await workspace.remove();
}

async function fill(): Promise<void> {
  for (let folder = 0; folder * PER_FOLDER < files; folder += 1) {
    await mkdir(join(workspace.path, `d${folder % 50}`, `e${folder}`), { recursive: true });
    const names = Array.from({ length: PER_FOLDER }, (_, index) => folder * PER_FOLDER + index);
    await Promise.all(names.map((index) => writeFile(pathOf(index), `file ${index}\n`.repeat(10))));
  }
  await workspace.commit('all');
}

function pathOf(index: number): string {
  const folder = Math.floor(index / PER_FOLDER);
  return join(workspace.path, `d${folder % 50}`, `e${folder}`, `${index}.txt`);
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
