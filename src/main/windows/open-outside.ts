import { shell } from 'electron';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { isOutsideAddress } from './outside-address.ts';

/** Opens a web page or a mail in the person's own program. Nothing else is handed to the desktop. */
export async function openOutside(address: string): Promise<Result<null, Problem>> {
  if (!isOutsideAddress(address)) {
    return err({
      code: 'bad_request',
      message: 'This link cannot be opened.',
      hint: 'Only web pages and mail addresses open outside the app.',
    });
  }
  try {
    await shell.openExternal(address);
    return ok(null);
  } catch (error) {
    return err({
      code: 'internal',
      message: 'The desktop could not open this link.',
      hint: 'Copy it and open it in a browser.',
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Opens a file in the program that the desktop has for it. */
export async function openFile(path: string): Promise<Result<null, Problem>> {
  const failure = await shell.openPath(path);
  if (failure === '') return ok(null);
  const hint = `Open it in an editor of yours: ${path}`;
  return err({ code: 'internal', message: 'The desktop has no program that opens this file.', hint, detail: failure });
}
