import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createToolRig, type ToolRig } from '../src/core/testing/tool-rig.ts';
import { hashBytes } from '../src/core/tools/file-hash.ts';
import { locateRipgrep } from '../src/core/tools/ripgrep.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

const run = promisify(execFile);

const FILES = 50_000;
const PER_FOLDER = 100;
const ROUNDS = 9;
const MUTATED = 100;
const MAX_OUTPUT = 256 * 1024 * 1024;

/** `grep` against ripgrep alone on the same tree, and `mutate` against bare writes of the same files. */
export async function benchTools(): Promise<readonly Row[]> {
  const rig = await createToolRig({ git: false });
  try {
    await makeTree(rig.project);
    return [
      ...(await benchGrep(rig, 'RARE', 'few matches')),
      ...(await benchGrep(rig, 'common', 'a match in each file')),
      await benchMutate(rig),
    ];
  } finally {
    await rig.close();
  }
}

async function makeTree(root: string): Promise<void> {
  for (let folder = 0; folder < FILES / PER_FOLDER; folder += 1) {
    const path = join(root, `area${folder % 20}`, `part${folder}`);
    await mkdir(path, { recursive: true });
    await Promise.all(
      Array.from({ length: PER_FOLDER }, (_, index) => writeFile(join(path, `file${index}.ts`), sourceOf(folder * PER_FOLDER + index))),
    );
  }
}

function sourceOf(file: number): string {
  const lines = Array.from({ length: 40 }, (_, line) => `export const value${line} = compute(${file * line}); // one line of many`);
  lines[20] = `const common = ${file % 500 === 0 ? 'RARE' : 'usual'};`;
  return `${lines.join('\n')}\n`;
}

async function benchGrep({ call, project }: ToolRig, pattern: string, title: string): Promise<readonly Row[]> {
  const program = await locateRipgrep();
  const args = ['--no-config', '--hidden', '--no-require-git', '--line-number', '--column', '--glob=!.git', '--regexp', pattern, '.'];
  const [ours, bare] = await inTurns([() => call('grep', { pattern }), () => run(program, args, { cwd: project, maxBuffer: MAX_OUTPUT })]);
  return [{ figure: `grep in ${FILES} files, ${title}, median`, unit: 'ms', ours, bare, target: atMost(1.2 * bare) }];
}

/** The bare contestant writes the same bytes to the same files, one after the other. */
async function benchMutate({ call, project }: ToolRig): Promise<Row> {
  const paths = Array.from({ length: MUTATED }, (_, index) => join('area0', 'part0', `file${index}.ts`));
  let round = 0;
  const mutate = async (): Promise<number> => {
    const next = round + 1;
    const texts = await Promise.all(paths.map((path) => readFile(join(project, path), 'utf8')));
    const operations = paths.map((path, index) => {
      const text = texts[index] ?? '';
      return { type: 'replace', path, file_hash: hashBytes(Buffer.from(text)), old_string: lastLine(text), new_string: `// ${next}` };
    });
    const start = performance.now();
    const { isError, text } = await call('mutate', { operations });
    if (isError) throw new Error(text);
    round = next;
    return performance.now() - start;
  };
  const write = async (): Promise<number> => {
    const texts = await Promise.all(paths.map((path) => readFile(join(project, path), 'utf8')));
    const start = performance.now();
    for (const [index, path] of paths.entries()) await writeFile(join(project, path), texts[index] ?? '');
    return performance.now() - start;
  };
  const [ours, bare] = await medians([mutate, write]);
  return { figure: `mutate of ${MUTATED} files, median`, unit: 'ms', ours, bare, target: atMost(150) };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

function inTurns(contestants: readonly [() => Promise<unknown>, () => Promise<unknown>]): Promise<readonly [number, number]> {
  const timed = (step: () => Promise<unknown>) => async () => {
    const start = performance.now();
    await step();
    return performance.now() - start;
  };
  return medians([timed(contestants[0]), timed(contestants[1])]);
}

/** Of what two contestants measure of themselves, taking turns; the first turn of each only warms up. */
async function medians([first, second]: readonly [() => Promise<number>, () => Promise<number>]): Promise<readonly [number, number]> {
  const times: readonly [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [a, b] = [await first(), await second()];
    if (round === 0) continue;
    times[0].push(a);
    times[1].push(b);
  }
  return [median(times[0]), median(times[1])];
}
