import type { SandboxLimits } from './sandbox.ts';

const BLOCK = 512;
const KILOBYTE = 1024;
/** POSIX shells close descriptors of one digit only; bash closes any. */
const ONE_DIGIT = 9;
const POSIX = ['--posix', '--noprofile', '--norc'];

interface Wait {
  readonly bash: string;
  readonly from: number;
}

/**
 * Puts the command under its limits: no core dumps, a largest file, a number of processes, first in line when memory runs out, and
 * none of the descriptors that `leaked` names.
 *
 * Done by a shell inside the sandbox, since processes are counted per user namespace. Shells name the limit of processes -u or -p;
 * a limit that is already tighter stays. Address space is left alone: Node, Java and Go reserve far more than they use. A bound on
 * memory is put on data, which counts what a process made writable for itself alone.
 */
export function limitedCommand(limits: SandboxLimits, argv: readonly string[], leaked: readonly number[] = []): readonly string[] {
  const shell = leaked.some((descriptor) => descriptor > ONE_DIGIT) ? ['bash', ...POSIX] : ['/bin/sh'];
  return [...shell, '-c', [...limitSteps(limits, leaked), 'exec "$@"'].join('; '), 'sh', ...argv];
}

/**
 * For a command whose last argument is not known yet, started under `outerLimits`: it is read from the descriptor `from`, up to a NUL, once it comes.
 * A text that is cut off before its NUL is not run. The descriptor is closed before the command begins.
 */
export function waitingCommand({ processes }: SandboxLimits, argv: readonly string[], { bash, from }: Wait): readonly string[] {
  const wait = `IFS= LC_ALL=C builtin read -r -d '' -u ${from} text && exec "$@" "$text" ${from}>&-`;
  return [bash, ...POSIX, '-c', `${silently(processSteps(processes))}; ${wait}`, 'sh', ...argv];
}

/**
 * What the command's own bash does first, read from the descriptor `own`, instead of a shell before it: the limit that counts only inside,
 * and waiting for a NUL from the descriptor `from`. Without one it ends. No variable, descriptor or status of it is left to the command.
 */
export function firstSteps({ processes }: SandboxLimits, { from, own }: { readonly from: number; readonly own: number }): string {
  const wait = `read -r -d '' -u ${from} BASH_ENV || exit`;
  return [silently(processSteps(processes)), wait, `exec ${from}>&- ${own}>&-`, 'unset BASH_ENV', ': bash'].join('\n');
}

/** The limits that hold as well when they are set outside the sandbox: all but that of processes, which would count others there. */
export function outerLimits(limits: SandboxLimits): string {
  return silently(sizeSteps(limits));
}

function limitSteps(limits: SandboxLimits, leaked: readonly number[]): readonly string[] {
  return [silently([...sizeSteps(limits), ...processSteps(limits.processes)]), ...leaked.map((descriptor) => `exec ${descriptor}>&-`)];
}

function sizeSteps({ fileBytes, memoryBytes }: SandboxLimits): readonly string[] {
  return [
    'ulimit -c 0',
    `ulimit -f ${Math.floor(fileBytes / BLOCK)}`,
    ...(memoryBytes === undefined ? [] : [`ulimit -d ${Math.floor(memoryBytes / KILOBYTE)}`]),
    'echo 500 > /proc/self/oom_score_adj',
  ];
}

function processSteps(processes: number): readonly string[] {
  return [`ulimit -u ${processes} || ulimit -p ${processes}`];
}

function silently(steps: readonly string[]): string {
  return `{ ${steps.join('; ')}; } 2> /dev/null`;
}
