import { z } from 'zod';
import type { Ports } from '../../core/engine.ts';
import { type RequestName, requestSchemas } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import { isOwnAddress } from '../protocol/address.ts';
import type { ProjectWindow } from '../windows/project-window.ts';
import type { Handlers } from './handlers.ts';

/** What a request says about where it comes from; the part of Electron's event that is looked at. */
export interface Origin {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

export interface AnswererOptions {
  readonly handlers: Handlers;
  readonly windowOf: (contents: number) => ProjectWindow | undefined;
  readonly logger: Ports['logger'];
}

export type Answerer = (origin: Origin, name: unknown, input: unknown) => Promise<Result<unknown, Problem>>;

const SAFE = 'Nothing was changed.';

/**
 * The one door for requests. It looks at the sender, then at the form of the request, then asks the handler. It never rejects:
 * a bug comes out as an `internal` problem whose stack is only in the log.
 */
export function createAnswerer({ handlers, windowOf, logger }: AnswererOptions): Answerer {
  return async (origin, name, input) => {
    const window = senderOf(origin, windowOf);
    if (!window) return refuse(logger, 'sender', 'A request came from a page that is not part of the app.');
    if (!isRequest(name)) return refuse(logger, 'name', 'The window asked for something the app does not know.');
    const parsed = requestSchemas[name].safeParse(input);
    if (!parsed.success)
      return refuse(logger, name, 'The window asked in a form the app does not understand.', z.prettifyError(parsed.error));
    try {
      return await handlers[name](parsed.data as never, window);
    } catch (error) {
      logger.log('error', 'a request failed', { request: name, error: error instanceof Error ? error.stack : String(error) });
      return err({ code: 'internal', message: 'Something in the app went wrong.', hint: 'Try again. The log of the app has the details.' });
    }
  };
}

/** Only the main frame of one of our windows, while it shows the app's own page. */
function senderOf({ sender, senderFrame }: Origin, windowOf: AnswererOptions['windowOf']): ProjectWindow | undefined {
  if (senderFrame === null || senderFrame.parent !== null || !isOwnAddress(senderFrame.url)) return undefined;
  return windowOf(sender.id);
}

function isRequest(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requestSchemas, name);
}

function refuse(logger: Ports['logger'], what: string, message: string, detail?: string): Result<never, Problem> {
  logger.log('warn', 'a request was refused', { what });
  const hint = 'Close this window and open the project again.';
  return err({ code: 'bad_request', message, hint, safe: SAFE, ...(detail ? { detail } : {}) });
}
