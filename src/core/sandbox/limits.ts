import type { SandboxLimits } from './sandbox.ts';

const BLOCK = 512;
/** POSIX shells close descriptors of one digit only; bash closes any. */
const ONE_DIGIT = 9;

/**
 * Puts the command under its limits: no core dumps, a largest file, a number of processes, first in line when memory runs out, and
 * none of the descriptors that `leaked` names.
 *
 * Done by a shell inside the sandbox, since processes are counted per user namespace. Shells name the limit of processes -u or -p;
 * a limit that is already tighter stays. Address space is left alone: Node, Java and Go reserve far more than they use.
 */
export function limitedCommand(
  { processes, fileBytes }: SandboxLimits,
  argv: readonly string[],
  leaked: readonly number[] = [],
): readonly string[] {
  const script = [
    '{ ulimit -c 0',
    `ulimit -f ${Math.floor(fileBytes / BLOCK)}`,
    `ulimit -u ${processes} || ulimit -p ${processes}`,
    'echo 500 > /proc/self/oom_score_adj; } 2> /dev/null',
    ...leaked.map((descriptor) => `exec ${descriptor}>&-`),
    'exec "$@"',
  ];
  const shell = leaked.some((descriptor) => descriptor > ONE_DIGIT) ? ['bash', '--posix', '--noprofile', '--norc'] : ['/bin/sh'];
  return [...shell, '-c', script.join('; '), 'sh', ...argv];
}
