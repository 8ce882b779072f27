import { MARK } from '../../lib/process-remains.ts';

/** A program of its own starts the sandboxes of a session: it is small, so a fork of it costs little, and it already is in the control groups. */

/** How many sandboxes one starter can start: each uses up the sockets that were made for it when the starter began. */
export const SLOTS = 16;
/** Of each slot: the socket for the command and bubblewrap's reports, standard output, standard error. */
export const SLOT_SOCKETS = 3;
/** Sockets are inherited from here on. */
const FIRST = 3;
const BEHIND = FIRST + SLOTS * SLOT_SOCKETS;
/** Both are the talk socket of the slot: bubblewrap keeps the first to itself, and closes it in the sandbox. */
export const REPORTS = BEHIND;
export const COMMAND = BEHIND + 1;
/** The filter of system calls. */
export const FILTER = BEHIND + 2;
/** The first steps of a command that is told at the start. */
export const STEPS = BEHIND + 3;

/** What is in the environment of a slot's sandbox, where the starter's own mark is that. */
export function slotMark(mark: string, slot: number): string {
  return `${mark}-${FIRST + slot * SLOT_SOCKETS}`;
}

export interface StarterLine {
  /** The sandbox's whole command line, the same for each slot. It expects `REPORTS`, `COMMAND` and, with a filter, `FILTER`. */
  readonly argv: readonly string[];
  /** The same sandbox for a command that is known when it is set up: the command is added to `argv`, and the shell that it begins with reads `STEPS`. */
  readonly told?: { readonly argv: readonly string[]; readonly steps: string };
  /** File with the filter of system calls. */
  readonly filter: string | undefined;
  /** Files into which the starter writes itself to be in control groups. One that cannot be written does not keep it from starting. */
  readonly groups: () => readonly string[];
  /** Shell steps that put the starter, and so its sandboxes, under limits. */
  readonly limits: string;
  /** Descriptors that the starter inherits and closes; those that its sockets replaced are gone already. */
  readonly leaked: readonly number[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * For each empty line it reads it starts the sandbox of the next slot, in a process group of its own, and answers with the pid. For the line
 * `told`, which a command and a NUL follow, it does so with that command. For a pid it waits for that and answers with its exit code.
 * It ends with its input, and what it started ends with it.
 *
 * A sandbox inherits the sockets of its own slot and of no other, and the environment that the starter itself was given: bash counts its
 * own level in SHLVL, which is put back.
 */
export function starterArgv({ argv, told, filter, groups, limits, leaked, env }: StarterLine): readonly [string, ...string[]] {
  const entrances = groups();
  const enter = entrances.map((_, index) => `echo 0 > "$${index + 2}"`);
  const level = env.SHLVL === undefined ? 'unset SHLVL' : 'SHLVL=$1';
  const close = leaked.filter((descriptor) => descriptor >= BEHIND).map((descriptor) => `exec ${descriptor}>&-`);
  const inherited = Array.from({ length: BEHIND - FIRST }, (_, index) => `${FIRST + index}>&-`).join(' ');
  const redirected = `< /dev/null >&$((slot + 1)) 2>&$((slot + 2)) ${REPORTS}<&$slot ${COMMAND}<&$slot ${filter === undefined ? '' : `${FILTER}< "$0"`} ${inherited}`;
  const script = [
    ...close,
    'set -m',
    `{ ${[...enter, ':'].join('; ')}; } 2> /dev/null`,
    limits,
    level,
    `shift ${entrances.length + 1}`,
    `slot=${FIRST}`,
    'while read -r pid; do',
    'if [ "$pid" = told ]; then',
    "IFS= LC_ALL=C read -r -d '' text || break",
    `${MARK}=$${MARK}-$slot "\${@:${argv.length + 1}}" "$text" ${redirected} ${STEPS}<<< '${told?.steps.replaceAll("'", "'\\''")}' &`,
    'elif [ -n "$pid" ]; then wait "$pid"; echo $?; continue; else',
    `${MARK}=$${MARK}-$slot "\${@:1:${argv.length}}" ${redirected} &`,
    'fi',
    'echo $!',
    'eval "exec $slot>&- $((slot + 1))>&- $((slot + 2))>&-"',
    `slot=$((slot + ${SLOT_SOCKETS}))`,
    'done',
  ].join('\n');
  return [
    'bash',
    '--posix',
    '--noprofile',
    '--norc',
    '-c',
    script,
    filter ?? 'starter',
    env.SHLVL ?? '',
    ...entrances,
    ...argv,
    ...(told?.argv ?? []),
  ];
}
