import type { EffectiveSetting } from '../../../shared/config-report.ts';
import { settingKey, settingPath } from '../../../shared/setting-key.ts';
import type { SettingFault, SettingSpec, SettingsFile, SettingsReport, WrittenSetting } from '../../../shared/settings-report.ts';
import type { SettingsState } from '../../store/settings-state.ts';
import { titleOf } from './words.ts';

/** One setting on screen: its key with names in it, what its file says, and what counts. */
export interface Row {
  readonly spec: SettingSpec;
  readonly key: string;
  /** Which file is shown. */
  readonly scope: SettingsFile['scope'];
  /** What the shown file says, when it says something. */
  readonly written: WrittenSetting | undefined;
  readonly effective: EffectiveSetting | undefined;
  readonly faults: readonly SettingFault[];
}

export interface Shown {
  readonly report: SettingsReport;
  readonly file: SettingsFile;
  readonly refused: readonly SettingFault[];
}

export function shownOf({ report, scope, refused }: SettingsState): Shown | undefined {
  const file = report.state === 'ready' ? report.value[scope] : undefined;
  return report.state === 'ready' && file ? { report: report.value, file, refused } : undefined;
}

/** The row of a spec, with `names` in the place of its stars. */
export function rowOf({ report, file, refused }: Shown, spec: SettingSpec, names: readonly string[] = []): Row {
  const left = [...names];
  const key = settingKey(spec.key.split('.').map((step) => (step === '*' ? (left.shift() ?? step) : step)));
  const faults = [...refused, ...file.faults].filter((fault) => fault.key === key || fault.key.startsWith(`${key}.`));
  return {
    spec,
    key,
    scope: file.scope,
    written: writtenAt(file, spec, key),
    effective: report.effective.find((setting) => setting.key === key),
    faults: faults.filter((fault, index) => faults.findIndex(({ message }) => message === fault.message) === index),
  };
}

/** A map or a list with maps is one row, although the file says it in parts. */
function writtenAt(file: SettingsFile, spec: SettingSpec, key: string): WrittenSetting | undefined {
  const own = file.settings.find((setting) => setting.key === key);
  if (own || spec.kind !== 'json') return own;
  const parts = file.settings.filter((setting) => setting.key.startsWith(`${key}.`));
  const [first] = parts;
  if (!first) return undefined;
  const depth = settingPath(key)?.length ?? 0;
  return { key, line: first.line, value: assembled(parts, depth) };
}

function assembled(parts: readonly WrittenSetting[], depth: number): WrittenSetting['value'] {
  return parts.reduce<Tree>((tree, { key, value }) => placed(tree, (settingPath(key) ?? []).slice(depth), value), {});
}

type Tree = { readonly [name: string]: WrittenSetting['value'] };

function placed(tree: Tree, [step = '', ...rest]: readonly string[], value: WrittenSetting['value']): Tree {
  const below = tree[step];
  const inner = typeof below === 'object' && below !== null && !Array.isArray(below) ? below : {};
  return { ...tree, [step]: rest.length === 0 ? value : placed(inner, rest, value) };
}

/** The specs of a page: single settings, and those under a name of the person's choice by what comes before the name. */
export interface Group {
  /** Empty for single settings. */
  readonly prefix: string;
  readonly specs: readonly SettingSpec[];
}

export function groupsOf(specs: readonly SettingSpec[]): readonly Group[] {
  const groups = new Map<string, SettingSpec[]>();
  for (const spec of specs) {
    const star = spec.key.indexOf('.*');
    const prefix = star < 0 ? '' : spec.key.slice(0, star);
    groups.set(prefix, [...(groups.get(prefix) ?? []), spec]);
  }
  const ordered = [...groups].map(([prefix, below]) => ({ prefix, specs: below.map(whole) }));
  return ordered.sort((a, b) => Number(b.prefix === '') - Number(a.prefix === ''));
}

/** Single settings by the first name of their keys; kinds without any effect last. */
export function kindsOf(specs: readonly SettingSpec[]): readonly { readonly name: string; readonly specs: readonly SettingSpec[] }[] {
  const kinds = new Map<string, SettingSpec[]>();
  for (const spec of specs) {
    const [name = ''] = spec.key.split('.');
    kinds.set(name, [...(kinds.get(name) ?? []), spec]);
  }
  const isIdle = (of: readonly SettingSpec[]) => Number(of.every(({ unused }) => unused !== undefined));
  return [...kinds].map(([name, own]) => ({ name, specs: own })).toSorted((a, b) => isIdle(a.specs) - isIdle(b.specs));
}

/** Of a map whose values can be anything, such as `params`, the map itself is edited. */
function whole(spec: SettingSpec): SettingSpec {
  return spec.kind === 'json' && spec.key.endsWith('.*') ? { ...spec, key: spec.key.slice(0, -2) } : spec;
}

/** Names under a prefix in the shown file and in what counts. */
export function namesUnder({ report, file }: Shown, prefix: string): readonly string[] {
  const depth = prefix.split('.').length;
  const keys = [...file.settings, ...report.effective].map(({ key }) => key).filter((key) => key.startsWith(`${prefix}.`));
  const names = keys.flatMap((key) => settingPath(key)?.[depth] ?? []);
  return [...new Set(names)];
}

/** Whether a search finds the setting, by its key, its name or what is said of it. */
export function matches(spec: SettingSpec, query: string): boolean {
  const text = `${spec.key} ${titleOf(spec.key)} ${spec.help} ${spec.options?.join(' ') ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A text that takes its value from the environment. */
export function isVariable(value: unknown): boolean {
  return typeof value === 'string' && value.includes('$');
}
