import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { isOfKernel } from './check-places.ts';

/** `HOME` where it is an ordinary absolute path; else what the system knows of the user. An empty or relative one would put state into the working folder. */
export function homeFolder(vars: Readonly<Record<string, string | undefined>>): string {
  const { HOME: said } = vars;
  return said !== undefined && isAbsolute(said) && !isOfKernel(said) ? said : userInfo().homedir;
}
