import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngineRig, type EngineRig, value } from '../src/core/testing/engine-rig.ts';
import { locateRipgrep } from '../src/core/tools/ripgrep.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

const run = promisify(execFile);

const FILES = 50_000;
const PER_FOLDER = 100;
const ROUNDS = 5;
const MAX_OUTPUT = 64 * 1024 * 1024;
/** What somebody types behind the `@`, key by key: letters that half of the files have, and at the end one file. */
const TYPED = 'srcviewfile4217';

/** `@` in a project of many files: the first key waits for the list, every further one searches it. Beside `rg --files`, and a plain search of the same paths. */
export async function benchMentions(): Promise<readonly Row[]> {
  const rig = await createEngineRig({ git: false });
  try {
    await makeTree(rig.workspace.path);
    return await measure(rig);
  } finally {
    await rig.close();
  }
}

async function makeTree(root: string): Promise<void> {
  for (let folder = 0; folder < FILES / PER_FOLDER; folder += 1) {
    const path = join(root, 'src', `area${folder % 20}`, `view-part${folder}`);
    await mkdir(path, { recursive: true });
    await Promise.all(Array.from({ length: PER_FOLDER }, (_, index) => writeFile(join(path, `file${folder * PER_FOLDER + index}.ts`), '')));
  }
}

async function measure(rig: EngineRig): Promise<readonly Row[]> {
  const program = await locateRipgrep();
  const list = () =>
    run(program, ['--no-config', '--hidden', '--files', '--null', '.'], { cwd: rig.workspace.path, maxBuffer: MAX_OUTPUT });
  const paths = (await list()).stdout.split('\0').map((path) => path.toLowerCase());
  const [first, listing, keys, plain]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    listing.push(await timed(list));
    const project = await rig.open();
    first.push(await timed(async () => value(await project.attachments.findFiles(''))));
    for (let end = 1; end <= TYPED.length; end += 1) {
      const typed = TYPED.slice(0, end);
      keys.push(await timed(async () => value(await project.attachments.findFiles(typed))));
      plain.push(await timed(async () => paths.filter((path) => path.includes(typed)).length));
    }
    await rig.restart();
  }
  const [rg, search] = [median(listing), median(plain)];
  return [
    { figure: `@ in ${FILES} files, first key to list, median`, unit: 'ms', ours: median(first), bare: rg, target: atMost(2 * rg) },
    { figure: `@ in ${FILES} files, each further key, median`, unit: 'ms', ours: median(keys), bare: search, target: atMost(16) },
    {
      figure: `@ in ${FILES} files, slowest further key`,
      unit: 'ms',
      ours: Math.max(...keys),
      bare: Math.max(...plain),
      target: atMost(50),
    },
  ];
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}
