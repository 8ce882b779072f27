import { MARK } from '../../lib/process-remains.ts';

/** A program of its own starts the sandboxes of a session: it is small, so a fork of it costs little, and it already is in the control groups. */

/** How many sandboxes one starter can start: each uses up the sockets that were made for it when the starter began. */
export const SLOTS = 16;
/** Of each slot: the socket for the command, standard output, standard error, bubblewrap's reports. */
export const SLOT_SOCKETS = 4;
/** Sockets are inherited from here on. */
const FIRST = 3;
const BEHIND = FIRST + SLOTS * SLOT_SOCKETS;
/** Bubblewrap outside keeps it to itself: its first process inside closes it before anything else, so its end is that of bubblewrap. */
export const REPORTS = BEHIND;
/** The slot's socket for the command. */
export const COMMAND = BEHIND + 1;
/** The filter of system calls. */
export const FILTER = BEHIND + 2;
/** The first steps of a command that is told at the start. */
export const STEPS = BEHIND + 3;
/** The file with the filter, opened before a stage hides it; no sandbox inherits this one. */
const FILTER_FILE = BEHIND + 4;

/** What is in the environment of a slot's sandbox, where the starter's own mark is that. */
export function slotMark(mark: string, slot: number): string {
  return `${mark}-${FIRST + slot * SLOT_SOCKETS}`;
}

export interface StarterLine {
  /** Runs outside of sandboxes. */
  readonly bash: string;
  /** A line that makes a stage with all mounts, to be followed by what runs there: the starter, whose sandboxes take them over. */
  readonly stage?: readonly string[];
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

/** Sets a slot's sandbox up: the command for it follows, or nothing yet. */
export function order(command: string | undefined): string {
  return command === undefined ? '\0' : `+${command}\0`;
}

const POSIX = ['--posix', '--noprofile', '--norc', '-c'] as const;

/** First of all: what has to be done outside a stage. */
export function starterArgv(line: StarterLine): readonly [string, ...string[]] {
  const { bash, stage = [], filter, groups, limits, leaked } = line;
  const entrances = groups();
  const enter = entrances.map((_, index) => `echo 0 > "$${index + 1}"`);
  const steps = [
    ...leaked.filter((descriptor) => descriptor >= BEHIND).map((descriptor) => `exec ${descriptor}>&-`),
    `{ ${[...enter, ':'].join('; ')}; } 2> /dev/null`,
    limits,
    ...(filter === undefined ? [] : [`exec ${FILTER_FILE}< "$0"`]),
    `shift ${entrances.length}`,
    'exec "$@"',
  ];
  return [bash, ...POSIX, steps.join('\n'), filter ?? 'starter', ...entrances, ...stage, ...forkerArgv(line)];
}

/**
 * For each empty line it reads it forks what will be the sandbox of the next slot, in a process group of its own, and answers with the pid, or 0 when
 * there are no more slots. That fork waits for an `order` on the slot's socket and becomes bubblewrap then; without one it ends with that socket. For a
 * pid it waits for that and answers with its exit code. At the line `end` it waits for the last fork, which is to end by itself, and ends. It ends with its
 * input too, and what it started ends with it.
 *
 * A sandbox inherits the sockets of its own slot and of no other, and the environment that the starter itself was given: bash counts its
 * own level in SHLVL, which is put back.
 */
function forkerArgv({ bash, argv, told, filter, env }: StarterLine): readonly string[] {
  const level = /^\d+$/.test(env.SHLVL ?? '') ? `SHLVL=${env.SHLVL}` : 'unset SHLVL';
  const inherited = Array.from({ length: BEHIND - FIRST }, (_, index) => `${FIRST + index}>&-`).join(' ');
  const own = `< /dev/null >&$((slot + 1)) 2>&$((slot + 2)) ${REPORTS}>&$((slot + 3)) ${COMMAND}<&$slot`;
  const script = [
    'set -m',
    level,
    `slot=${FIRST}`,
    'while read -r pid; do',
    'if [ "$pid" = end ]; then wait "$ahead"; exit; fi',
    'if [ -n "$pid" ]; then wait "$pid"; echo $?; continue; fi',
    `if [ $slot -ge ${BEHIND} ]; then echo 0; continue; fi`,
    '(',
    `export ${MARK}=$${MARK}-$slot`,
    `IFS= LC_ALL=C read -r -d '' -u ${COMMAND} text || exit`,
    `[ -n "$text" ] || exec "\${@:1:${argv.length}}" ${STEPS}<&-`,
    `exec "\${@:${argv.length + 1}}" "\${text#+}"`,
    `) ${own} ${filter === undefined ? '' : `${FILTER}< /proc/self/fd/${FILTER_FILE} ${FILTER_FILE}>&-`} ${inherited} ${STEPS}<<< '${told?.steps.replaceAll("'", "'\\''")}' &`,
    'ahead=$!',
    'echo "$ahead"',
    'eval "exec $slot>&- $((slot + 1))>&- $((slot + 2))>&- $((slot + 3))>&-"',
    `slot=$((slot + ${SLOT_SOCKETS}))`,
    'done',
  ].join('\n');
  return [bash, ...POSIX, script, 'starter', ...argv, ...(told?.argv ?? [])];
}
