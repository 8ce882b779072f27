import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { nearestNames } from '../shared/nearest.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { StartFailure } from '../shared/start-failure.ts';
import { parseArguments } from './arguments.ts';
import type { CommandInput, Installation, Runtime, Writes } from './command.ts';
import { COMMANDS, type CommandSpec, WINDOW } from './commands.ts';
import { EXIT } from './exit-code.ts';
import type { Flags } from './flags.ts';
import { commandHelp, generalHelp } from './help.ts';
import { createInterrupts } from './interrupts.ts';
import { failWith } from './open-project.ts';
import { createScreen } from './screen.ts';
import { styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';
import { usageError } from './usage-error.ts';

export interface MainOptions {
  /** Without the program's own name. */
  readonly args: readonly string[];
  readonly terminal: Terminal;
  readonly installation: Installation;
  readonly openRuntime: (env: Terminal['env'], installation: Installation, writes: Writes) => Promise<Runtime>;
}

/** Runs one command line to its end and resolves with the exit code. Everything printed has left the process by then. */
export async function main({ args, terminal, installation, openRuntime }: MainOptions): Promise<number> {
  let opened: Promise<Runtime> | undefined;
  const open = (writes: Writes, { verbose }: Flags) => {
    opened ??= openRuntime(verbose ? { ...terminal.env, STEINER_LOG_LEVEL: 'debug' } : terminal.env, installation, writes);
    return opened;
  };
  const interrupts = createInterrupts(terminal, async () => (await opened)?.kill());
  const screen = createScreen(terminal, () => interrupts.stop(terminal.hungUp() ? EXIT.hangup : EXIT.brokenPipe));
  const style = styleFor(terminal.stderr, terminal.env);
  const rest = { terminal, screen, style, interrupts, installation, open };
  const bugs = watchForBugs(terminal);
  try {
    const code = await Promise.race([dispatch(args, rest), bugs.seen]);
    await (await opened)?.engine.close();
    return interrupts.code() ?? code;
  } catch (bug) {
    if (bug instanceof StartFailure) return failWith(bug.problem, rest);
    screen.print({ to: 'err', text: `${style.failed(await bugText(bug, opened))}\n` });
    return EXIT.error;
  } finally {
    await screen.flush();
    interrupts.close();
    bugs.close();
  }
}

/** `seen` rejects with the first exception that nothing caught. */
function watchForBugs({ onBug }: Pick<Terminal, 'onBug'>): { readonly seen: Promise<never>; close(): void } {
  let close = () => {};
  const seen = new Promise<never>((_, reject) => {
    close = onBug(reject);
  });
  return { seen, close: () => close() };
}

async function bugText(bug: unknown, opened: Promise<Runtime> | undefined): Promise<string> {
  const runtime = await opened?.catch(() => undefined);
  await runtime?.kill();
  if (runtime === undefined) return `error: Steiner could not start: ${bug instanceof Error ? bug.message : String(bug)}`;
  return `error: Steiner failed because of a fault of its own; details are in ${runtime.report(bug)}`;
}

interface Rest extends Omit<CommandInput, 'flags' | 'words' | 'runtime'> {
  readonly open: (writes: Writes, flags: Flags) => Promise<Runtime>;
}

async function dispatch(args: readonly string[], { open, ...rest }: Rest): Promise<number> {
  const chosen = chooseCommand(args, rest.terminal.cwd);
  if (!chosen.ok) return usageError(rest, chosen.error);
  const { spec, remaining } = chosen.value;
  const parsed = parseArguments(remaining, spec);
  if (!parsed.ok) return usageError(rest, parsed.error, spec === WINDOW ? undefined : spec.name);
  const { flags, words } = parsed.value;
  if (flags.help) return show(spec === WINDOW ? generalHelp() : commandHelp(spec), rest);
  if (flags.version) return show(`${manifest.version}\n`, rest);
  const command = await spec.load();
  return command({ ...rest, flags, words, runtime: () => open(spec.writes?.(words, flags) ?? [], flags) });
}

interface Choice {
  readonly spec: CommandSpec;
  readonly remaining: readonly string[];
}

/** The first word names a command or a folder to open. A word that is neither is refused with the command that was probably meant. */
function chooseCommand(args: readonly string[], cwd: string): Result<Choice, string> {
  const [first] = args;
  if (first === undefined || first.startsWith('-')) return ok({ spec: WINDOW, remaining: args });
  const spec = COMMANDS.find(({ name }) => name === first);
  if (spec) return ok({ spec, remaining: args.slice(1) });
  if (existsSync(resolve(cwd, first)) || /[/\\]/.test(first)) return ok({ spec: WINDOW, remaining: args });
  const names = COMMANDS.map(({ name }) => name);
  const [meant] = nearestNames(first, names);
  return err(`There is no command or folder "${first}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
}

function show(text: string, { screen }: Pick<CommandInput, 'screen'>): number {
  screen.print({ to: 'out', text });
  return EXIT.complete;
}
