import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '../shared/events.ts';
import type { FileChange } from '../shared/tool-detail.ts';
import type { CommandInput } from './command.ts';
import { failWith } from './open-project.ts';
import { patchText } from './patch-text.ts';
import { styleFor } from './style.ts';
import { watchTurn } from './watch-turn.ts';

const PROMPT = 'A test of this project fails. Find out why, fix it, and run the tests again.';

/** Starts the sample project over, plays the scripted turn on it, and shows what changed and where. */
export async function demo(input: CommandInput): Promise<number> {
  const { engine } = await input.runtime();
  const opened = await engine.openDemo({ resources: join(input.installation.root, 'resources'), fresh: true });
  if (!opened.ok) return failWith(opened.error, input);
  const project = opened.value;
  const changes: FileChange[] = [];
  const also = { see: (envelope: Envelope) => void changes.push(...changesOf(envelope)) };
  tell(input, `${input.style.waiting('This is a scripted demo, not a model.')} Tools, sandbox, files and tests are real.\n> ${PROMPT}\n`);
  const code = await watchTurn(input, { project, said: { text: PROMPT }, also });
  if (!input.flags.json) showChanges(input, changes);
  tell(input, `The sample project is in ${project.path}\n${pictures(input)}`);
  return code;
}

function changesOf({ event }: Envelope): readonly FileChange[] {
  return event.type === 'tool.end' && event.detail?.kind === 'mutate' ? event.detail.changes : [];
}

function tell({ screen }: CommandInput, text: string): void {
  screen.print({ to: 'err', text });
}

function showChanges({ screen, terminal }: CommandInput, changes: readonly FileChange[]): void {
  const style = styleFor(terminal.stdout, terminal.env);
  for (const change of changes) screen.print({ to: 'out', text: patchText(change, style) });
}

/** Where there is no display the window cannot be looked at, but pictures of it can. */
function pictures({ installation, terminal }: CommandInput): string {
  const folder = join(installation.root, 'docs', 'screenshots');
  const display = terminal.env.DISPLAY || terminal.env.WAYLAND_DISPLAY;
  return display || !existsSync(folder) ? '' : `Pictures of the window are in ${folder}\n`;
}
