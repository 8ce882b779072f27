import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, runMeasured } from './measured-process.ts';
import type { RemoteModelServer } from './model-server.ts';
import type { ServerReport } from './protocol.ts';
import type { BenchWorkspace } from './workspace.ts';

export interface Plan {
  readonly rounds: number;
  readonly deltas: number;
}

export interface Sample extends Measured, ServerReport {
  /** From the start of the process to the arrival of its first request, milliseconds. */
  readonly toFirstRequestMs: number;
}

export interface Contestant {
  readonly name: 'steiner' | 'bare loop';
  run(plan: Plan): Promise<Sample>;
}

const OUT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = 'true';
const PROMPT = 'Run the command until you are told to stop.';

/**
 * Steiner and the bare loop over the same project, server and bubblewrap line. The line is the one Steiner itself uses: it is noted down in a first
 * run that no figure is taken from.
 */
export async function createContestants(workspace: BenchWorkspace, server: RemoteModelServer): Promise<readonly Contestant[]> {
  const steiner = (env: BenchWorkspace['env']) => async (plan: Plan) => {
    await workspace.configure(await server.begin({ ...plan, command: COMMAND }));
    const argv = [process.execPath, join(OUT, 'cli', 'index.js'), 'exec', PROMPT];
    return sample(await runMeasured({ argv, cwd: workspace.path, env }), server);
  };
  const spy = await workspace.spyOnSandbox();
  await steiner(spy.env)({ rounds: 1, deltas: 1 });
  const lineFile = await keepLine(await spy.read(), workspace.path);
  const bare = async (plan: Plan) => {
    const url = await server.begin({ ...plan, command: COMMAND });
    const argv = [process.execPath, join(OUT, 'bench', 'bare-loop.js'), url, PROMPT, lineFile];
    return sample(await runMeasured({ argv, cwd: workspace.path, env: workspace.env }), server);
  };
  return [
    { name: 'steiner', run: steiner(workspace.env) },
    { name: 'bare loop', run: bare },
  ];
}

async function sample(measured: Measured, server: RemoteModelServer): Promise<Sample> {
  const report = await server.report();
  return { ...measured, ...report, toFirstRequestMs: report.firstRequest - measured.started };
}

/** Writes the line for the bare loop. Folders of the noted session are gone by now, so they are made again. */
async function keepLine(noted: readonly string[], project: string): Promise<string> {
  const line = bareLine(noted);
  const sources = line.filter((_, index) => ['--bind', '--ro-bind'].includes(line[index - 1] ?? ''));
  for (const source of sources) if (!existsSync(source)) await mkdir(source, { recursive: true });
  const file = join(dirname(project), 'bubblewrap.json');
  await writeFile(file, JSON.stringify(line));
  return file;
}

/** In the line that waits for its command, what the shell inside does after it has set the limits. */
const WAITING = /IFS= .*$/;
/** A plain shell closes descriptors of one digit only. */
const FAR_DESCRIPTOR = /exec \d{2,}>&-/;

/** In the line of a command that was known before its sandbox began: where its shell reads the limits from. */
const FIRST_STEPS = 'BASH_ENV';

/** The same line as it is for a command that is known at once: nothing is read from or told to descriptors, and the least shell sets the limits. */
function bareLine(noted: readonly string[]): readonly string[] {
  const end = noted.indexOf('--');
  const script = noted.findIndex((word) => WAITING.test(word));
  if (noted.includes('--dev-bind')) throw new Error('the noted sandbox took its mounts over from a stage, so its line is not whole');
  const steps = noted.indexOf(FIRST_STEPS);
  const known = steps > 0 && steps < end;
  if (end < 0 || (script < end && !known)) throw new Error(`the sandbox was not used for the command: ${noted.slice(-3).join(' ')}`);
  const outer = noted.slice(0, end).filter((_, index) => !isDescriptor(noted, index) && !isDescriptor(noted, index + 1));
  if (known) return [...outer.toSpliced(outer.indexOf(FIRST_STEPS) - 1, 3), ...noted.slice(end, -1)];
  const inner = (noted[script] ?? '').replace(WAITING, 'exec "$@"');
  const shell = FAR_DESCRIPTOR.test(inner) ? noted.slice(end + 1, script - 1) : ['/bin/sh'];
  return [...outer, '--', ...shell, '-c', inner, ...noted.slice(script + 1)];
}

function isDescriptor(line: readonly string[], index: number): boolean {
  return ['--seccomp', '--json-status-fd'].includes(line[index - 1] ?? '');
}
