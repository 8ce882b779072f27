import type { Project } from '../../core/engine.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import { type SessionId, type TurnId, turnIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { LEFT_WORDS } from '../../shared/rewind.ts';
import { formatTable } from '../format.ts';
import { oneLine } from '../style.ts';
import { type Action, said, type Told, told, withSession } from './action.ts';

/** Without a turn it lists them; with one it says what would change, and with `--files` or `--chat` it does it. */
export const rewindSession: Action = (action) =>
  withSession(action, async ({ id }) => {
    const { project, input, words } = action;
    const { files = false, chat = false, redo = false } = input.flags;
    if (redo) return said(await project.rewinds.redo(id), 'Everything is as it was before going back.', { session: id, redone: true });
    const events = await project.transcripts.events(id);
    if (!events.ok) return events;
    const view = fold(emptyView(), events.value);
    const [, wanted] = words;
    if (wanted === undefined) return ok(turnList(view));
    const turn = view.starts.find((start) => start.turn.startsWith(wanted))?.turn;
    if (turn === undefined) return err(noTurn(wanted));
    const chosen = turnIdSchema.parse(turn);
    if (!files && !chat) return planText(project, id, chosen);
    return said(
      await project.rewinds.rewind(id, { turn: chosen, files, chat }),
      `Went back to before ${turn}. Take it back with: steiner sessions rewind ${id.slice(0, 8)} --redo`,
      { session: id, turn, files, chat },
    );
  });

/** A line, or an object, for each turn. */
function turnList(view: SessionView): Told {
  const turns = view.starts.map(({ turn, item }) => {
    const prompt = view.items[item];
    return prompt?.kind === 'user' ? { turn, time: prompt.time, prompt: prompt.text } : { turn, time: 0, prompt: '' };
  });
  const rows = turns.map(({ turn, time, prompt }) => [
    turn,
    new Date(time).toISOString().slice(0, 16).replace('T', ' '),
    oneLine(prompt, 80),
  ]);
  return { text: formatTable(rows), json: turns.map((one) => `${JSON.stringify(one)}\n`).join('') };
}

async function planText(project: Project, id: SessionId, turn: TurnId): Promise<Result<Told, Problem>> {
  const plan = await project.rewinds.plan(id, turn);
  if (!plan.ok) return plan;
  const { files, changes, left } = plan.value;
  if (files !== 'kept') return ok(told('The files before this turn are not kept: only --chat can go back.\n', plan.value));
  const same = left.length === 0 ? 'The files are as they were then.\n' : 'The other files are as they were then.\n';
  const table = [
    ...changes.map(({ change, path }) => [change, path]),
    ...left.map(({ path, reason }) => ['stays', `${path}/  (${LEFT_WORDS[reason]})`]),
  ];
  return ok(told(`${table.length === 0 ? '' : formatTable(table)}${changes.length === 0 ? same : ''}`, plan.value));
}

function noTurn(wanted: string): Problem {
  return { code: 'bad_request', message: `No turn begins with ${wanted}.`, hint: 'List them with `steiner sessions rewind <session>`.' };
}
