import type { Project } from '../../core/engine.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import { type SessionId, type TurnId, turnIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { LEFT_WORDS } from '../../shared/rewind.ts';
import { formatTable } from '../format.ts';
import { oneLine } from '../style.ts';
import { type Action, said, withSession } from './action.ts';

/** Without a turn it lists them; with one it says what would change, and with `--files` or `--chat` it does it. */
export const rewindSession: Action = (action) =>
  withSession(action, async ({ id }) => {
    const { project, input, words } = action;
    const { files = false, chat = false, redo = false } = input.flags;
    if (redo) return said(await project.rewinds.redo(id), 'Everything is as it was before going back.');
    const events = await project.transcripts.events(id);
    if (!events.ok) return events;
    const view = fold(emptyView(), events.value);
    const [, wanted] = words;
    if (wanted === undefined) return ok(formatTable(view.starts.map((_, index) => row(view, index))));
    const turn = view.starts.find((start) => start.turn.startsWith(wanted))?.turn;
    if (turn === undefined) return err(noTurn(wanted));
    const chosen = turnIdSchema.parse(turn);
    if (!files && !chat) return planText(project, id, chosen);
    return said(
      await project.rewinds.rewind(id, { turn: chosen, files, chat }),
      `Went back to before ${turn}. Take it back with: steiner sessions rewind ${id.slice(0, 8)} --redo`,
    );
  });

function row(view: SessionView, index: number): string[] {
  const start = view.starts[index];
  const prompt = view.items[start?.item ?? -1];
  const [text, time] = prompt?.kind === 'user' ? [prompt.text, prompt.time] : ['', 0];
  return [start?.turn ?? '', new Date(time).toISOString().slice(0, 16).replace('T', ' '), oneLine(text, 80)];
}

async function planText(project: Project, id: SessionId, turn: TurnId): Promise<Result<string, Problem>> {
  const plan = await project.rewinds.plan(id, turn);
  if (!plan.ok) return plan;
  const { files, changes, left } = plan.value;
  if (files !== 'kept') return ok('The files before this turn are not kept: only --chat can go back.\n');
  const same = left.length === 0 ? 'The files are as they were then.\n' : 'The other files are as they were then.\n';
  const table = [
    ...changes.map(({ change, path }) => [change, path]),
    ...left.map(({ path, reason }) => ['stays', `${path}/  (${LEFT_WORDS[reason]})`]),
  ];
  return ok(`${table.length === 0 ? '' : formatTable(table)}${changes.length === 0 ? same : ''}`);
}

function noTurn(wanted: string): Problem {
  return { code: 'bad_request', message: `No turn begins with ${wanted}.`, hint: 'List them with `steiner sessions rewind <session>`.' };
}
