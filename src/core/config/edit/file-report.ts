import type { z } from 'zod';
import type { Problem } from '../../../shared/problem.ts';
import { settingKey } from '../../../shared/setting-key.ts';
import type { SettingFault, SettingsFile, SettingsScope, WrittenSetting } from '../../../shared/settings-report.ts';
import type { ConfigFault } from '../fault.ts';
import { type Layer, parseLayer, placeOf, type SourcedLayer } from '../layer.ts';
import { leaves } from '../leaves.ts';
import { isSecret, mask } from '../mask.ts';
import { everyFault, validate } from '../validate.ts';
import type { ConfigFile } from './config-file.ts';

export interface FileContext {
  readonly scope: SettingsScope;
  readonly applied: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The files that this one counts above. */
  readonly under: readonly SourcedLayer[];
}

/** What a file says and what is wrong with it. */
export function reportFile(file: ConfigFile, { scope, applied, variables, under }: FileContext): SettingsFile {
  const { path, exists, stamp } = file;
  const about = { scope, path, exists, stamp, applied };
  const raw = parseLayer({ file: path, text: file.text });
  if (!raw.ok) return { ...about, unusable: unusable(raw.error[0]), settings: [], faults: raw.error.map(toSettingFault) };
  return {
    ...about,
    settings: writtenSettings(raw.value),
    faults: ownFaults(path, faultsOf({ path, scope, text: file.text, variables, under })),
  };
}

export interface CheckedText {
  readonly path: string;
  readonly scope: SettingsScope;
  readonly text: string;
  readonly variables: FileContext['variables'];
  readonly under: FileContext['under'];
}

/** What the loader would say of everything once the file has this text. */
export function faultsOf({ path, scope, text, variables, under }: CheckedText): readonly SettingFault[] {
  const layer = parseLayer({ file: path, text, variables });
  if (!layer.ok) return layer.error.map(toSettingFault);
  const config = validate([...under, { ...layer.value, origin: { type: scope, name: path } }]);
  return config.ok ? [] : config.error.map(toSettingFault);
}

/** As `faultsOf`, with those that others hide: to be compared with those of another text. */
export function everyFaultOf({ path, scope, text, variables, under }: CheckedText): readonly SettingFault[] {
  const strict = parseLayer({ file: path, text, variables });
  const layer = strict.ok ? strict : parseLayer({ file: path, text, variables: allSet(variables) });
  const below = layer.ok ? everyFault([...under, { ...layer.value, origin: { type: scope, name: path } }]) : [];
  return [...(strict.ok ? [] : strict.error), ...below].map(toSettingFault);
}

/** Variables that are not set count as empty. */
function allSet(variables: FileContext['variables']): FileContext['variables'] {
  return new Proxy(variables, { get: (target, name) => (typeof name === 'string' ? (target[name] ?? '') : undefined) });
}

/** Those that can be put right in that file. */
function ownFaults(path: string, faults: readonly SettingFault[]): readonly SettingFault[] {
  return faults.filter(({ file }) => file === path);
}

function toSettingFault({ file, line, path, message }: ConfigFault): SettingFault {
  return { file, key: path, message, ...(line === undefined ? {} : { line }) };
}

/** A file that cannot even be read. */
export function reportUnreadable(path: string, { scope, applied }: Pick<FileContext, 'scope' | 'applied'>, problem: Problem): SettingsFile {
  const { message, hint } = problem;
  return { scope, path, exists: true, stamp: 'unreadable', applied, unusable: { message, hint }, settings: [], faults: [] };
}

/** The layer of a file whose variables are filled in, or nothing where it cannot be used. */
export function usableLayer(file: ConfigFile, origin: SourcedLayer['origin'], variables: FileContext['variables']): SourcedLayer[] {
  const layer = parseLayer({ file: file.path, text: file.text, variables });
  return layer.ok ? [{ ...layer.value, origin }] : [];
}

function unusable(fault: ConfigFault | undefined): NonNullable<SettingsFile['unusable']> {
  const { message = 'The file cannot be understood.', line } = fault ?? {};
  const hint = 'Open the file and correct it there; this page follows by itself. Nothing in it was changed.';
  return { message, hint, ...(line === undefined ? {} : { line }) };
}

function writtenSettings(layer: Layer): readonly WrittenSetting[] {
  return leaves(layer.tree, [])
    .filter(({ path }) => path.length > 0)
    .map(({ path, value }) => ({ key: settingKey(path), value: shown(value, path), line: placeOf(layer, path)?.line ?? 1 }));
}

/** A secret that is nothing but the name of a variable is none. */
function shown(value: unknown, path: readonly string[]): z.core.util.JSONType {
  const onlyName = typeof value === 'string' && isSecret(path) && /^\$(\w+|\{\w+\})$/.test(value);
  return (onlyName ? value : mask(value, path)) as z.core.util.JSONType;
}
