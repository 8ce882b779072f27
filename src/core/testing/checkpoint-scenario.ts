import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Checkpoints } from '../git/checkpoints.ts';
import { WorkTree } from '../git/work-tree.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Processes } from '../lib/ports.ts';
import type { Faults } from './fault-fs.ts';
import { IDS, type Tell } from './write-scenario.ts';

const TURNS = ['t1', 't2'];

interface Opened {
  readonly checkpoints: Checkpoints;
  close(): Promise<void>;
}

/** The checkpoints of the repository that lies in the folder; starting a git counts as an operation. */
export async function openCheckpoints(home: string, faults?: Faults): Promise<Opened> {
  const folder = join(home, 'project');
  const ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: home, STEINER_HOME: home, TMPDIR: home } });
  const processes: Processes = faults
    ? { ...ports.processes, spawn: (spec) => faults.operation('spawn', () => ports.processes.spawn(spec)) }
    : ports.processes;
  const runner = { processes, environment: ports.environment, owner: 'test' };
  const tree = new WorkTree({ runner, folder, root: folder, gitDir: join(folder, '.git') });
  const checkpoints = new Checkpoints({ tree, clock: ports.clock, logger: ports.logger });
  return {
    checkpoints,
    close: async () => {
      await checkpoints.close();
      await ports.processes.close();
    },
  };
}

/** Two turns, each with a file that changes between its checkpoints. */
export async function takeCheckpoints(home: string, tell: Tell, faults: Faults): Promise<void> {
  const { checkpoints, close } = await openCheckpoints(home, faults);
  const file = join(home, 'project', 'a.txt');
  for (const turn of TURNS) {
    const tree = await checkpoints.take(IDS.old, turn, 'before');
    if (tree !== undefined) tell(`${turn} ${tree} ${await readFile(file, 'utf8')}`);
    await appendFile(file, `${turn} `).catch(() => undefined);
    await checkpoints.take(IDS.old, turn, 'after');
  }
  await close().catch(() => undefined);
}

/** What git says of the repository that no checkpoint may change. */
export interface Untouched {
  readonly head: string;
  readonly index: string;
}

export async function readUntouched(home: string): Promise<Untouched> {
  const git = join(home, 'project', '.git');
  const [head, index] = await Promise.all([readFile(join(git, 'HEAD'), 'latin1'), readFile(join(git, 'index'), 'latin1')]);
  return { head, index };
}

/** Every checkpoint that was told can be gone back to, and new ones can be taken. */
export async function checkCheckpoints(home: string, told: ReadonlySet<string>, before: Untouched): Promise<readonly string[]> {
  const complaints: string[] = [];
  const { checkpoints, close } = await openCheckpoints(home);
  const now = await readUntouched(home);
  if (now.head !== before.head || now.index !== before.index) complaints.push('the index or HEAD of the person has changed');
  for (const line of told) {
    const [turn = '', tree = '', ...content] = line.split(' ');
    if ((await checkpoints.before(IDS.old, turn)) !== tree) complaints.push(`the checkpoint before ${turn} is not there`);
    await checkpoints.restore(IDS.old, turn, tree);
    const text = await readFile(join(home, 'project', 'a.txt'), 'utf8');
    if (text !== content.join(' ')) complaints.push(`${turn} brings back "${text}"`);
  }
  if ((await checkpoints.take(IDS.old, 'later', 'before')) === undefined) complaints.push('no checkpoint can be taken any more');
  await close();
  return complaints;
}
