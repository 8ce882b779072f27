import { resolve } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Action, said, withSession } from './action.ts';

/** The session as Markdown, on standard output. */
export const showSession: Action = (action) => withSession(action, ({ id }) => action.project.library.exportText(id, 'md'));

/** To standard output, or to the file of `--output`. */
export const exportSession: Action = (action) =>
  withSession(action, async ({ id }) => {
    const { output, format, replace = false } = action.input.flags;
    const chosen = formatOf(format);
    if (!chosen.ok) return chosen;
    const { library } = action.project;
    if (output === undefined) return library.exportText(id, chosen.value);
    const path = resolve(action.input.terminal.cwd, output);
    return said(await library.exportTo(id, { format: chosen.value, path, replace }), `Written to ${path}`);
  });

function formatOf(format = 'md'): Result<'md' | 'json', Problem> {
  if (format === 'md' || format === 'json') return ok(format);
  return err({ code: 'bad_request', message: `There is no format "${format}".`, hint: 'Use md or json.' });
}
