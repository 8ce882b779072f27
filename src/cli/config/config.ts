import type { ConfigReport } from '../../shared/config-report.ts';
import type { Command, CommandInput } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { formatTable } from '../format.ts';
import { failWith } from '../open-project.ts';
import { harmless } from '../style.ts';
import { unknownAction, usageError } from '../usage-error.ts';
import { configRequest } from './config-request.ts';
import { getSetting, setSetting, unsetSetting } from './edit.ts';
import { settingRow } from './setting-row.ts';

const ACTIONS: Readonly<Record<string, Command>> = { list: listSettings, get: getSetting, set: setSetting, unset: unsetSetting };

/** `steiner config [get|set|unset] …`; without an action every setting that counts. */
export async function config(input: CommandInput): Promise<number> {
  const [name = 'list', ...words] = input.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action) return action({ ...input, words });
  return usageError(input, unknownAction(name, Object.keys(ACTIONS)), 'config');
}

/** Asks nobody whether the project is trusted: it applies nothing, and says when the project's own file is left out. */
async function listSettings(input: CommandInput): Promise<number> {
  const { engine } = await input.runtime();
  const { json } = input.flags;
  const report = await engine.config(...configRequest(input));
  if (!report.ok) return failWith(report.error, input);
  input.screen.print({ to: 'out', text: json ? `${JSON.stringify(report.value)}\n` : reportText(report.value) });
  return EXIT.complete;
}

function reportText({ settings, warnings }: ConfigReport): string {
  return [...warnings.map((text) => `# ${harmless(text)}\n`), formatTable(settings.map(settingRow))].join('');
}
