import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** What a start asks for. A folder is absolute, with symlinks resolved. */
export const launchSchema = z.object({
  folder: z.string().optional(),
  demo: z.boolean(),
  /** For the project of that folder, in this window. */
  model: z.string().optional(),
  profile: z.string().optional(),
});
export type Launch = z.infer<typeof launchSchema>;

export interface Started {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly vars: Readonly<Record<string, string | undefined>>;
  /** An unpackaged app is itself the first argument that is not a switch. */
  readonly packaged: boolean;
}

/**
 * The last argument that is not a switch is the folder to open, with `--model=…` and `--profile=…`; `--demo` or `STEINER_DEMO=1` asks for the sample project.
 */
export function readLaunch({ argv, cwd, vars, packaged }: Started): Launch {
  const given = argv.slice(1).filter((argument) => !argument.startsWith('-'));
  const folder = (packaged ? given : given.slice(1)).at(-1);
  const demo = argv.includes('--demo') || vars.STEINER_DEMO === '1';
  return folder === undefined || demo
    ? { demo }
    : { folder: real(resolve(cwd, folder)), demo, ...chosen(argv, 'model'), ...chosen(argv, 'profile') };
}

function chosen(argv: readonly string[], name: 'model' | 'profile'): Partial<Launch> {
  const value = argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  return value === undefined || value === '' ? {} : { [name]: value };
}

/** A folder that is not there keeps its name, for the message about it. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
