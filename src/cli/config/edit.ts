import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { EffectiveSetting } from '../../shared/config-report.ts';
import { nearestNames } from '../../shared/nearest.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingPath } from '../../shared/setting-key.ts';
import type { SettingFault, SettingsReport, SettingsWrite, SettingsWritten } from '../../shared/settings-report.ts';
import type { Command, CommandInput } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { formatTable } from '../format.ts';
import { failWith } from '../open-project.ts';
import { harmless } from '../style.ts';
import { settingRow } from './setting-row.ts';

/** What counts, of one key or of all below it. One value is printed alone, so that a script can take it. */
export const getSetting: Command = async (input) => {
  const { engine } = await input.runtime();
  const [key = ''] = input.words;
  const { cwd = '.', model, unsafe, json, 'trust-project-config': trustProjectConfig } = input.flags;
  const report = await engine.config(resolve(input.terminal.cwd, cwd), { model, unsafe, trustProjectConfig });
  if (!report.ok) return failWith(report.error, input);
  const found = report.value.settings.filter((setting) => isAtOrBelow(setting.key, key));
  if (found.length === 0) return failWith(notSet(key, report.value.settings), input);
  input.screen.print({ to: 'out', text: json ? `${JSON.stringify(found)}\n` : foundText(found, key) });
  return EXIT.complete;
};

function isAtOrBelow(key: string, wanted: string): boolean {
  return key === wanted || key.startsWith(`${wanted}.`);
}

function foundText(found: readonly EffectiveSetting[], key: string): string {
  const [only] = found;
  if (found.length === 1 && only?.key === key) {
    return `${typeof only.value === 'string' ? harmless(only.value) : JSON.stringify(only.value)}\n`;
  }
  return formatTable(found.map(settingRow));
}

function notSet(key: string, settings: readonly EffectiveSetting[]): Problem {
  if (key === '') return { code: 'bad_request', message: 'No key is named.', hint: 'Give one, such as limits.max_turns.' };
  const [near] = nearestNames(
    key,
    settings.map((setting) => setting.key),
  );
  const hint = near === undefined ? 'See `steiner config` for those that are set.' : `Did you mean ${near}?`;
  return { code: 'bad_request', message: `Nothing is set at ${key}, and it has no default.`, hint };
}

export const setSetting: Command = async (input) => {
  const [key = '', text] = input.words;
  if (text === undefined) {
    return failWith(
      { code: 'bad_request', message: 'A key and a value are needed.', hint: 'steiner config set limits.max_turns 80' },
      input,
    );
  }
  const value = readValue(text);
  return value.ok ? change(input, { key, value: value.value }) : failWith(value.error, input);
};

export const unsetSetting: Command = (input) => change(input, { key: input.words[0] ?? '' });

/** YAML would take these apart, or leave a part out, although nobody meant a map or a comment. */
const PLAIN = /^\s*$|^[^[{"'].*(: | #)/;

/** As it would read in the file. */
function readValue(text: string): Result<z.core.util.JSONType, Problem> {
  try {
    return ok(z.json().parse(PLAIN.test(text) ? text : parse(text)));
  } catch {
    return err({
      code: 'bad_request',
      message: `"${harmless(text)}" is not a value that a file could hold.`,
      hint: 'Put quotes around text that has brackets or other marks.',
    });
  }
}

async function change(input: CommandInput, wanted: SettingsWrite['changes'][number]): Promise<number> {
  const { engine } = await input.runtime();
  const { cwd = '.', project: inProject = false } = input.flags;
  const folder = resolve(input.terminal.cwd, cwd);
  if (settingPath(wanted.key) === undefined) return failWith(notAKey(wanted.key), input);
  const scope = inProject ? 'project' : 'user';
  const written = await engine.settings.write(folder, { scope, changes: [wanted] });
  return written.ok ? finish(input, { scope, key: wanted.key, written: written.value }) : failWith(written.error, input);
}

interface Outcome {
  readonly scope: SettingsWrite['scope'];
  readonly key: string;
  readonly written: SettingsWritten;
}

function finish(input: CommandInput, { scope, key, written }: Outcome): number {
  const { path = '' } = written.report[scope] ?? {};
  switch (written.state) {
    case 'written':
      input.screen.print({ to: 'out', text: afterText(written.report, key, path) });
      return EXIT.complete;
    case 'refused':
      return failWith(refusal(written.faults), input);
    case 'changed':
      return failWith(changed(path), input);
  }
}

/** What counts now, which may be something else than what was written: another file or a variable may stand above it. */
function afterText({ effective }: SettingsReport, key: string, path: string): string {
  const now = effective.filter((setting) => isAtOrBelow(setting.key, key));
  return `Written to ${path}\n${formatTable(now.map(settingRow))}`;
}

function refusal(faults: readonly SettingFault[]): Problem {
  const lines = faults.map(({ key, message }) => `  ${key === '' ? '' : `${key}: `}${message}`);
  return {
    code: 'config_invalid',
    message: ['The change is refused:', ...lines].join('\n'),
    hint: 'Correct the value and try again.',
    safe: 'Nothing was written.',
  };
}

function changed(path: string): Problem {
  return {
    code: 'file_changed',
    message: `Somebody else changed ${path} at the same moment.`,
    hint: 'Try again.',
    safe: 'Nothing was written; the file is as they left it.',
  };
}

function notAKey(key: string): Problem {
  const message = key === '' ? 'No key is named.' : `"${harmless(key)}" is not a setting's key.`;
  return { code: 'bad_request', message, hint: 'Write it with dots, such as limits.max_turns.' };
}
