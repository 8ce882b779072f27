import { text } from 'node:stream/consumers';
import { errnoOf } from './errno.ts';
import type { Clock, Environment, ManagedProcess, Processes } from './ports.ts';

export interface ToolPorts {
  readonly processes: Processes;
  readonly environment: Environment;
  readonly clock: Clock;
}

export interface ToolCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Where secrets go: arguments are seen by every program of the machine. */
  readonly input?: string;
  readonly label: string;
  /** Default: what programs of a desktop session need. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the program before its time is over: `slow`. */
  readonly signal?: AbortSignal;
}

/** `missing` when the program is not installed, `slow` when it was ended because nobody answered its question. */
export type ToolResult =
  | { readonly kind: 'done'; readonly code: number | null; readonly out: string; readonly err: string }
  | { readonly kind: 'missing' | 'slow' };

/** As long as a person may take to unlock the keychain, in milliseconds. */
const PATIENCE = 120_000;

/** What such programs need to find the session they belong to. */
const PASSED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** Runs a program of the system to its end. Never rejects for anything the program does. */
export async function runTool(call: ToolCall, { processes, environment, clock }: ToolPorts): Promise<ToolResult> {
  let tool: ManagedProcess;
  try {
    tool = await processes.spawn({
      command: call.command,
      args: call.args,
      cwd: '/',
      env: { ...(call.env ?? passed(environment)), LC_ALL: 'C' },
      owner: 'tools',
      label: call.label,
      stdin: call.input === undefined ? 'ignore' : 'pipe',
    });
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT' || errnoOf(failure) === 'EACCES') return { kind: 'missing' };
    throw failure;
  }
  tool.stdin?.end(call.input);
  return await finished(tool, clock, call.signal);
}

async function finished(tool: ManagedProcess, clock: Clock, stop?: AbortSignal): Promise<ToolResult> {
  const over = new AbortController();
  let done = false;
  let slow = false;
  const early = stop ? AbortSignal.any([over.signal, stop]) : over.signal;
  const watch = clock.sleep(PATIENCE, early).then(() => {
    slow = !done;
    if (slow) tool.kill();
  });
  const [out, err, { code }] = await Promise.all([text(tool.stdout).catch(() => ''), text(tool.stderr).catch(() => ''), tool.exited]);
  done = true;
  over.abort();
  await watch;
  return slow ? { kind: 'slow' } : { kind: 'done', code, out, err };
}

function passed({ vars, home }: Environment): Record<string, string> {
  const found = PASSED.flatMap((name) => (vars[name] ? [[name, vars[name]] as const] : []));
  return { HOME: home, ...Object.fromEntries(found) };
}
