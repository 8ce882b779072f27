import type { SandboxLimits } from './sandbox.ts';

const BLOCK = 512;

/**
 * Puts the command under its limits: no core dumps, a largest file, a number of processes, and first in line when memory runs out.
 *
 * Done by a shell inside the sandbox, since processes are counted per user namespace. Shells name the limit of processes -u or -p;
 * a limit that is already tighter stays. Address space is left alone: Node, Java and Go reserve far more than they use.
 */
export function limitedCommand({ processes, fileBytes }: SandboxLimits, argv: readonly string[]): readonly string[] {
  const script = [
    '{ ulimit -c 0',
    `ulimit -f ${Math.floor(fileBytes / BLOCK)}`,
    `ulimit -u ${processes} || ulimit -p ${processes}`,
    'echo 500 > /proc/self/oom_score_adj; } 2> /dev/null',
    'exec "$@"',
  ];
  return ['/bin/sh', '-c', script.join('; '), 'sh', ...argv];
}
