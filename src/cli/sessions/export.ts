import { resolve } from 'node:path';
import { type Action, said, withSession } from './action.ts';

/** The session as Markdown, on standard output. */
export const showSession: Action = (action) => withSession(action, ({ id }) => action.project.library.exportText(id, 'md'));

/** To standard output, or to the file of `--output`. */
export const exportSession: Action = (action) =>
  withSession(action, async ({ id }) => {
    const { output, replace = false } = action.input.flags;
    const format = action.input.flags.format === 'json' ? 'json' : 'md';
    const { library } = action.project;
    if (output === undefined) return library.exportText(id, format);
    const path = resolve(action.input.terminal.cwd, output);
    return said(await library.exportTo(id, { format, path, replace }), `Written to ${path}`);
  });
