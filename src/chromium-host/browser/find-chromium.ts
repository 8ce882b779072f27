import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const CHROMIUM_MISSING =
  'Steiner needs Chromium or Google Chrome for its window and found neither. Install it (Debian: apt install chromium), or set STEINER_CHROMIUM to the executable.';

type Vars = Readonly<Record<string, string | undefined>>;

/** Absolute path of the browser to use: `STEINER_CHROMIUM`, else the first known name on the `PATH`. */
export function findChromium(vars: Vars): string | undefined {
  const asked = vars.STEINER_CHROMIUM;
  const folders = (vars.PATH ?? '').split(delimiter).filter(isAbsolute);
  if (asked) return isAbsolute(asked) ? onlyExecutable(asked) : firstOf([asked], folders);
  return firstOf(NAMES, folders);
}

function firstOf(names: readonly string[], folders: readonly string[]): string | undefined {
  for (const name of names) {
    for (const folder of folders) {
      const found = onlyExecutable(join(folder, name));
      if (found) return found;
    }
  }
  return undefined;
}

function onlyExecutable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
