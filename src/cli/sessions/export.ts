import { resolve } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type Action, type ActionInput, said, type Told, withSession } from './action.ts';

/** The session as Markdown, on standard output; with `--json` as it is exported. */
export const showSession: Action = (action) => withSession(action, ({ id }) => printed(action, id, 'md'));

/** To standard output, or to the file of `--output`. */
export const exportSession: Action = (action) =>
  withSession(action, async ({ id }) => {
    const { output, replace = false, format: wanted, json } = action.input.flags;
    const format = wanted === 'json' || (json && wanted === undefined) ? 'json' : 'md';
    if (output === undefined) return printed(action, id, format);
    const path = resolve(action.input.terminal.cwd, output);
    const written = await action.project.library.exportTo(id, { format, path, replace });
    return said(written, `Written to ${path}`, { session: id, format, path });
  });

async function printed({ project, input }: ActionInput, id: SessionId, format: 'md' | 'json'): Promise<Result<Told, Problem>> {
  const text = await project.library.exportText(id, input.flags.json && input.flags.format === undefined ? 'json' : format);
  return text.ok ? ok({ text: text.value, json: text.value }) : text;
}
