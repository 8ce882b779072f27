import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { EffectiveSetting } from '../../shared/config-report.ts';
import { nearestNames } from '../../shared/nearest.ts';
import type { Problem } from '../../shared/problem.ts';
import { settingPath } from '../../shared/setting-key.ts';
import type { SettingFault, SettingSpec, SettingsReport, SettingsWrite, SettingsWritten } from '../../shared/settings-report.ts';
import type { Command, CommandInput } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { formatTable } from '../format.ts';
import { failWith } from '../open-project.ts';
import { harmless } from '../style.ts';
import { usageError } from '../usage-error.ts';
import { configRequest } from './config-request.ts';
import { settingRow } from './setting-row.ts';

/** What counts, of one key or of all below it. One value is printed alone, so that a script can take it. */
export const getSetting: Command = async (input) => {
  const [key = ''] = input.words;
  if (settingPath(key) === undefined) return notAKey(input, key);
  const { engine } = await input.runtime();
  const { json } = input.flags;
  const report = await engine.config(...configRequest(input));
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
  const [near] = nearestNames(
    key,
    settings.map((setting) => setting.key),
  );
  const hint = near === undefined ? 'See `steiner config` for those that are set.' : `Did you mean ${near}?`;
  return { code: 'bad_request', message: `Nothing is set at ${key}, and it has no default.`, hint };
}

export const setSetting: Command = async (input) => {
  const [key = '', text] = input.words;
  if (text === undefined) return usageError(input, 'A key and a value are needed: steiner config set limits.max_turns 80', 'config');
  const path = settingPath(key);
  if (path === undefined) return notAKey(input, key);
  const report = await (await input.runtime()).engine.settings.read(folderOf(input));
  if (!report.ok) return failWith(report.error, input);
  const value = readValue(text, specsAt(report.value, path).find(({ key: name }) => name.split('.').length === path.length)?.kind);
  return value === undefined ? usageError(input, notAValue(text), 'config') : change(input, { key, value });
};

/** What is not in the file is left out of it: then nothing is written, and what counts is said. */
export const unsetSetting: Command = async (input) => {
  const [key = ''] = input.words;
  const path = settingPath(key);
  if (path === undefined) return notAKey(input, key);
  const report = await (await input.runtime()).engine.settings.read(folderOf(input));
  if (!report.ok) return failWith(report.error, input);
  const file = report.value[scopeOf(input)];
  if (file === undefined || file.unusable !== undefined || file.settings.some((setting) => isAtOrBelow(setting.key, key)))
    return change(input, { key });
  if (specsAt(report.value, path).length === 0) return failWith(unknownKey(key, report.value), input);
  input.screen.print({ to: 'out', text: `${harmless(key)} is not in ${file.path}\n${nowText(report.value, key)}` });
  return EXIT.complete;
};

function folderOf({ flags, terminal }: CommandInput): string {
  return resolve(terminal.cwd, flags.cwd ?? '.');
}

function scopeOf({ flags }: CommandInput): SettingsWrite['scope'] {
  return flags.project ? 'project' : 'user';
}

/** Of the key itself and of all below it. */
function specsAt({ specs }: SettingsReport, path: readonly string[]): readonly SettingSpec[] {
  return specs.filter(({ key }) => {
    const steps = key.split('.');
    return path.every((step, index) => steps[index] === step || steps[index] === '*');
  });
}

function unknownKey(key: string, { specs }: SettingsReport): Problem {
  const [near] = nearestNames(
    key,
    specs.map((spec) => spec.key),
  );
  const hint = near === undefined ? 'See `steiner config` for those that there are.' : `Did you mean ${near}?`;
  return { code: 'bad_request', message: `There is no setting ${key}, and it is not in the file.`, hint, safe: 'Nothing was written.' };
}

/** YAML would take these apart, or leave a part out, although nobody meant a map or a comment. */
const PLAIN = /^\s*$|^[^[{"'].*(: | #)/;

/** As it would read in the file; what must be text is taken as it stands, unless it is in quotes. Undefined where no file could hold it. */
function readValue(text: string, kind: SettingSpec['kind'] | undefined): z.core.util.JSONType | undefined {
  const isText = kind === 'text' || kind === 'secret' || kind === 'address';
  if (isText && !/^["']/.test(text)) return text;
  // A key with others below it can be given as several lines.
  const isBlock = text.includes('\n') && (kind === undefined || kind === 'json');
  if (PLAIN.test(text) && !isBlock) return text;
  try {
    const value = z.json().parse(parse(text));
    // Lines would be joined.
    return typeof value === 'string' && text.includes('\n') && !/^["'|>]/.test(text) ? text : value;
  } catch {
    return undefined;
  }
}

function notAValue(text: string): string {
  return `"${harmless(text)}" is not a value that a file could hold. Put quotes around text that has brackets or other marks.`;
}

async function change(input: CommandInput, wanted: SettingsWrite['changes'][number]): Promise<number> {
  const { engine } = await input.runtime();
  const scope = scopeOf(input);
  const written = await engine.settings.write(folderOf(input), { scope, changes: [wanted] });
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
      noteFaults(input, written.report);
      return EXIT.complete;
    case 'refused':
      return failWith(refusal(written.faults), input);
    case 'changed':
      return failWith(changed(path), input);
  }
}

/** A file with a fault is not in effect, so nothing can be said of what counts. */
function noteFaults({ screen, style }: CommandInput, { effective, user, project }: SettingsReport): void {
  const [first, ...others] = effective.length > 0 ? [] : [...user.faults, ...(project?.applied ? project.faults : [])];
  if (first === undefined) return;
  const { file, line, key, message } = first;
  const more = others.length === 0 ? '' : ` There are ${others.length} more: see steiner config.`;
  const place = [line === undefined ? file : `${file}:${line}`, key, message].filter((part) => part !== '').join(': ');
  screen.print({ to: 'err', text: `${style.waiting(`note: What counts cannot be said, because of ${place}${more}`)}\n` });
}

/** What counts now, which may be something else than what was written: another file or a variable may stand above it. */
function afterText(report: SettingsReport, key: string, path: string): string {
  return `Written to ${path}\n${nowText(report, key)}`;
}

function nowText({ effective }: SettingsReport, key: string): string {
  return formatTable(effective.filter((setting) => isAtOrBelow(setting.key, key)).map(settingRow));
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

function notAKey(input: CommandInput, key: string): number {
  const message = key === '' ? 'No key is named.' : `"${harmless(key)}" is not a setting's key.`;
  return usageError(input, `${message} Write it with dots, such as limits.max_turns.`, 'config');
}
