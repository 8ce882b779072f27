import type { SessionSummary } from '../shared/session.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { formatCount, formatTable } from './format.ts';
import { withProject } from './open-project.ts';
import { oneLine } from './style.ts';

export function sessions(input: CommandInput): Promise<number> {
  return withProject(input, {}, async (project) => {
    const list = await project.listSessions();
    const text = input.flags.json ? list.map((session) => `${JSON.stringify(session)}\n`).join('') : formatTable(list.map(row));
    input.screen.print({ to: 'out', text });
    if (list.length === 0) input.screen.print({ to: 'err', text: `No sessions in ${project.path} yet.\n` });
    return EXIT.complete;
  });
}

function row({ id, updatedAt, turns, lastStop, title }: SessionSummary): string[] {
  return [
    id,
    new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' '),
    formatCount(turns, 'turn'),
    lastStop ?? '',
    oneLine(title, 80),
  ];
}
