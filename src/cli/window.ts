import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { usageError } from './usage-error.ts';

/** Starts the desktop app as a child of this terminal and ends with it. */
export async function openWindow(input: CommandInput): Promise<number> {
  const [word] = input.words;
  const folder = word === undefined ? [] : [resolve(input.terminal.cwd, word)];
  const chosen = (['model', 'profile'] as const).flatMap((name) =>
    input.flags[name] === undefined ? [] : [`--${name}=${input.flags[name]}`],
  );
  if (chosen.length > 0 && word === undefined) return usageError(input, '--model and --profile need the folder that they are for.');
  const fault = folder.map(folderFault).find((text) => text !== undefined) ?? displayFault(input.terminal.env);
  if (fault !== undefined) return refuse(fault, input);
  const host = findHost(input.installation.root);
  if (host === undefined) {
    return refuse(
      'The window is not built here, and nothing else can show it. In the repository, run npm start, which installs and builds what is missing.',
      input,
    );
  }
  return runChild([...host, ...chosen, ...folder], input.interrupts.signal);
}

function folderFault(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return `The folder ${folder} does not exist.`;
  return found.isDirectory() ? undefined : `${folder} is not a folder.`;
}

function displayFault(env: CommandInput['terminal']['env']): string | undefined {
  if (process.platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return undefined;
  return 'There is no display for a window. Use steiner exec or steiner demo in this terminal.';
}

/** Electron when its binary is there, else the Chromium host. */
export function findHost(root: string): readonly [string, ...string[]] | undefined {
  const electron = electronBinary(root);
  if (electron !== undefined) return [electron, ...rootFlags(), root];
  const chromium = join(root, 'out', 'chromium-host', 'index.js');
  return existsSync(chromium) ? [process.execPath, chromium] : undefined;
}

/** Electron refuses to start as root with its own sandbox on; commands of the agent stay confined all the same. */
function rootFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

function electronBinary(root: string): string | undefined {
  const folder = join(root, 'node_modules', 'electron');
  try {
    const binary = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

function runChild([command, ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  return new Promise((settle) => {
    const child = spawn(command ?? '', args, { stdio: 'inherit' });
    signal.addEventListener('abort', () => child.kill('SIGTERM'));
    child.once('error', () => settle(EXIT.error));
    child.once('close', (code) => settle(code ?? EXIT.error));
  });
}

function refuse(text: string, { screen, style }: CommandInput): number {
  screen.print({ to: 'err', text: `${style.failed(`error: ${text}`)}\n` });
  return EXIT.error;
}
