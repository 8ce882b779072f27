import { COMMANDS, type CommandSpec, WINDOW } from './commands.ts';
import { EXIT_MEANINGS } from './exit-code.ts';
import { FLAGS, type Flags } from './flags.ts';
import { formatTable } from './format.ts';

export function generalHelp(): string {
  const commands = [WINDOW, ...COMMANDS].map(({ usage, summary }) => [`  ${usage}`, summary]);
  return [
    'Steiner, a coding agent for your own repositories.\n',
    section('Usage', formatTable(commands)),
    section('Options', flagTable(WINDOW.flags)),
    section('Exit codes', exitCodes()),
    'More about a command: steiner <command> --help\n',
  ].join('\n');
}

export function commandHelp({ usage, summary, notes, flags }: CommandSpec): string {
  const text = [`${summary}\n`, ...notes.map((note) => `${note}\n`)].join('');
  return [section('Usage', `  ${usage} [options]\n`), text, section('Options', flagTable(flags)), section('Exit codes', exitCodes())].join(
    '\n',
  );
}

function section(title: string, body: string): string {
  return `${title}\n${body}`;
}

function flagTable(flags: readonly (keyof Flags)[]): string {
  return formatTable(
    flags.map((name) => {
      const { short, value, help } = FLAGS[name];
      const names = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;
      return [`  ${names}`, help];
    }),
  );
}

function exitCodes(): string {
  return formatTable(EXIT_MEANINGS.map(([code, meaning]) => [`  ${String(code).padStart(3)}`, meaning]));
}
