import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { settingPath } from '../../../shared/setting-key.ts';
import type {
  SettingFault,
  SettingsFile,
  SettingsReport,
  SettingsScope,
  SettingsWrite,
  SettingsWritten,
} from '../../../shared/settings-report.ts';
import type { Environment, StatePaths } from '../../lib/ports.ts';
import { settingSpecs } from '../catalogue.ts';
import { explainConfig } from '../explain.ts';
import type { SourcedLayer } from '../layer.ts';
import { mask } from '../mask.ts';
import { providerKinds } from '../provider-types.ts';
import { type OwnFile, projectFile, userFile } from '../sources.ts';
import { type ConfigFile, readConfigFile, replaceConfigFile } from './config-file.ts';
import { editText, type SettingEdit } from './edit-text.ts';
import { everyFaultOf, reportFile, reportUnreadable, usableLayer } from './file-report.ts';
import { holdsMask } from './masked.ts';

/** Whose files are shown and changed. */
export interface SettingsPlace {
  readonly paths: StatePaths;
  readonly environment: Environment;
  /** Real path of the project, and whether its file counts, as it was read when that was looked at. */
  readonly project?: { readonly path: string; readonly trusted: boolean; readonly own?: OwnFile | undefined } | undefined;
}

/** The files as they are now, with what counts. A file that cannot be used is said in its part. */
export async function readSettings(place: SettingsPlace): Promise<SettingsReport> {
  const { paths, environment, project } = place;
  const user = await fileReport(place, 'user');
  const own = project && (await fileReport(place, 'project'));
  const effective = await explainConfig({ paths, environment, project: project?.path, projectTrusted: project?.trusted });
  return {
    specs: settingSpecs(),
    kinds: providerKinds(),
    user,
    ...(own ? { project: own } : {}),
    effective: effective.ok ? effective.value.report.settings : [],
  };
}

/**
 * Writes the changes into one file, all or none. What it says is checked as a start would check it, and is refused when it brings a fault that
 * was not there before. A file that is not what the stamp names is left alone.
 */
export async function writeSettings(
  place: SettingsPlace,
  { scope, stamp, changes }: SettingsWrite,
): Promise<Result<SettingsWritten, Problem>> {
  const edits = editsOf(changes);
  if (!edits.ok) return edits;
  const before = await readConfigFile(fileOf(place, scope), scope);
  if (!before.ok) return before;
  if (stamp !== undefined && before.value.stamp !== stamp) return ok({ state: 'changed', report: await readSettings(place) });
  const under = scope === 'project' ? await userLayers(place) : [];
  const variables = place.environment.vars;
  const check = (text: string) => everyFaultOf({ path: before.value.path, scope, text, variables, under });
  const text = applied(before.value, edits.value);
  if (!text.ok) return text;
  const faults = newFaults(check(before.value.text), check(text.value));
  if (faults.length > 0) return ok({ state: 'refused', faults, report: await readSettings(place) });
  if (text.value === before.value.text) return ok({ state: 'written', report: await readSettings(place) });
  const secret = edits.value.some(({ path, value }) => !isDeepStrictEqual(mask(value, path), value));
  const written = await replaceConfigFile({ before: before.value, text: text.value, secret });
  return written.ok ? ok({ state: written.value, report: await readSettings(place) }) : written;
}

function fileOf({ paths, project }: SettingsPlace, scope: SettingsScope): string {
  if (scope === 'user') return userFile(paths);
  if (!project) throw new Error('settings of a project were asked for without a project');
  return projectFile(project.path);
}

async function fileReport(place: SettingsPlace, scope: SettingsScope): Promise<SettingsFile> {
  const path = fileOf(place, scope);
  const context = {
    scope,
    applied: scope === 'user' || place.project?.trusted === true,
    variables: place.environment.vars,
    under: scope === 'project' ? await userLayers(place) : [],
  };
  const file = await readConfigFile(path, scope);
  return file.ok ? reportFile(file.value, context) : reportUnreadable(path, context, file.error);
}

async function userLayers({ paths, environment }: SettingsPlace): Promise<readonly SourcedLayer[]> {
  const path = userFile(paths);
  const file = await readConfigFile(path, 'user');
  return file.ok ? usableLayer(file.value, { type: 'user', name: path }, environment.vars) : [];
}

function editsOf(changes: SettingsWrite['changes']): Result<readonly SettingEdit[], Problem> {
  const edits: SettingEdit[] = [];
  for (const { key, value } of changes) {
    const path = settingPath(key);
    if (!path)
      return err(
        bad(
          `"${key}" is not a setting's key.`,
          'Write it with dots, such as limits.max_turns; put quotes around a name with other characters.',
        ),
      );
    if (holdsMask(value))
      return err(bad(`${key} holds the mark that stands for a secret.`, 'Write the secret itself, or leave the setting as it is.'));
    edits.push({ path, value });
  }
  return ok(edits);
}

function applied(file: ConfigFile, edits: readonly SettingEdit[]): Result<string, Problem> {
  const broken = reportFile(file, { scope: file.scope, applied: true, variables: {}, under: [] }).unusable;
  if (broken) {
    const place = broken.line === undefined ? file.path : `${file.path}:${broken.line}`;
    return err({ code: 'config_invalid', message: `${place}: ${broken.message}`, hint: broken.hint, safe: 'Nothing was written.' });
  }
  const edited = editText(file.text, edits);
  if (edited.ok) return edited;
  return err({
    code: 'config_invalid',
    message: `${edited.error.join('.')} cannot be changed from here, because of how ${file.path} is written.`,
    hint: 'Open the file and change it there: it may use an alias, or hold a value where others have a map.',
    safe: 'Nothing was written.',
  });
}

/** Faults that were there before are not the doing of a change: a broken file can be put right step by step. */
function newFaults(before: readonly SettingFault[], after: readonly SettingFault[]): readonly SettingFault[] {
  const known = new Set(before.map(({ key, message }) => `${key}\n${message}`));
  return after.filter(({ key, message }) => !known.has(`${key}\n${message}`));
}

function bad(message: string, hint: string): Problem {
  return { code: 'bad_request', message, hint, safe: 'Nothing was written.' };
}
