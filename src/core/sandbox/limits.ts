import type { SandboxLimits } from './sandbox.ts';

const BLOCK = 512;
const KILOBYTE = 1024;
/** POSIX shells close descriptors of one digit only; bash closes any. */
const ONE_DIGIT = 9;
const BASH = ['bash', '--posix', '--noprofile', '--norc'];

/**
 * Puts the command under its limits: no core dumps, a largest file, a number of processes, first in line when memory runs out, and
 * none of the descriptors that `leaked` names.
 *
 * Done by a shell inside the sandbox, since processes are counted per user namespace. Shells name the limit of processes -u or -p;
 * a limit that is already tighter stays. Address space is left alone: Node, Java and Go reserve far more than they use. A bound on
 * memory is put on data, which counts what a process made writable for itself alone.
 */
export function limitedCommand(limits: SandboxLimits, argv: readonly string[], leaked: readonly number[] = []): readonly string[] {
  const shell = leaked.some((descriptor) => descriptor > ONE_DIGIT) ? BASH : ['/bin/sh'];
  return [...shell, '-c', [...limitSteps(limits, leaked), 'exec "$@"'].join('; '), 'sh', ...argv];
}

/**
 * The same for a command whose last argument is not known yet: it is read from the descriptor `from`, up to a NUL, once it comes.
 * A text that is cut off before its NUL is not run. The descriptor is closed before the command begins.
 */
export function waitingCommand(
  limits: SandboxLimits,
  { argv, from, leaked = [] }: { readonly argv: readonly string[]; readonly from: number; readonly leaked?: readonly number[] | undefined },
): readonly string[] {
  const wait = `IFS= LC_ALL=C builtin read -r -d '' -u ${from} text && exec "$@" "$text" ${from}>&-`;
  return [...BASH, '-c', [...limitSteps(limits, leaked), wait].join('; '), 'sh', ...argv];
}

function limitSteps({ processes, fileBytes, memoryBytes }: SandboxLimits, leaked: readonly number[]): readonly string[] {
  return [
    '{ ulimit -c 0',
    `ulimit -f ${Math.floor(fileBytes / BLOCK)}`,
    ...(memoryBytes === undefined ? [] : [`ulimit -d ${Math.floor(memoryBytes / KILOBYTE)}`]),
    `ulimit -u ${processes} || ulimit -p ${processes}`,
    'echo 500 > /proc/self/oom_score_adj; } 2> /dev/null',
    ...leaked.map((descriptor) => `exec ${descriptor}>&-`),
  ];
}
