/**
 * What the settings screens show and change: the two files as they are written, and what counts in the end.
 * No secret is in any of it: a value that may hold one stands as `(set)`.
 */
import { z } from 'zod';
import type { EffectiveSetting } from './config-report.ts';
import type { ProviderKind } from './provider-check.ts';

/** The user's file, or the one of the project on screen, which counts above it. */
export const settingsScopeSchema = z.enum(['user', 'project']);
export type SettingsScope = z.infer<typeof settingsScopeSchema>;

/** How a value is written. `json` is anything that no other kind describes. */
export type SettingKind = 'boolean' | 'choice' | 'integer' | 'number' | 'duration' | 'address' | 'text' | 'secret' | 'list' | 'json';

/** One key that a file may hold, from the schema. */
export interface SettingSpec {
  /** Dotted; `*` stands for any name. */
  readonly key: string;
  readonly kind: SettingKind;
  readonly help: string;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** As a file would say it. Absent where there is none. */
  readonly default?: z.core.util.JSONType;
  /** When a change counts: with the next turn of every session, or for sessions that begin from then on. */
  readonly effect: 'next_turn' | 'new_session';
  /** It may decide what runs here, what is reached, or where secrets go. */
  readonly security: boolean;
  /** Why it has no effect in this version. Absent where it has one. */
  readonly unused?: string;
}

/** One thing wrong in a file. `key` is dotted, empty for the file as a whole. */
export interface SettingFault {
  readonly file: string;
  readonly line?: number;
  readonly key: string;
  readonly message: string;
}

/** A setting as a file says it: variables by their names, secrets as `(set)`. */
export interface WrittenSetting {
  readonly key: string;
  readonly value: z.core.util.JSONType;
  readonly line: number;
}

export interface SettingsFile {
  readonly scope: SettingsScope;
  readonly path: string;
  readonly exists: boolean;
  /** Which content this is about; a change names it, and is refused when the file has another by then. */
  readonly stamp: string;
  /** Why nothing in it can be changed here: it cannot be read, or is no valid YAML. Then `settings` is empty. */
  readonly unusable?: { readonly message: string; readonly hint: string; readonly line?: number };
  /** False: the project is not trusted, so nothing in its file counts. */
  readonly applied: boolean;
  readonly settings: readonly WrittenSetting[];
  readonly faults: readonly SettingFault[];
}

export interface SettingsReport {
  readonly specs: readonly SettingSpec[];
  /** Every kind of provider there is. */
  readonly kinds: readonly ProviderKind[];
  readonly user: SettingsFile;
  /** Absent where no project is open. */
  readonly project?: SettingsFile;
  /** What counts, in the order of the schema. Empty while a file has faults. */
  readonly effective: readonly EffectiveSetting[];
}

/** Without a value the setting is taken out of the file, so that what lies below it counts. */
const settingChangeSchema = z.object({ key: z.string().min(1).max(1_000), value: z.json().optional() });

export const settingsWriteSchema = z.object({
  scope: settingsScopeSchema,
  /** Without it the changes are made to whatever the file holds by then. */
  stamp: z.string().max(100).optional(),
  changes: z.array(settingChangeSchema).min(1).max(100),
});
export type SettingsWrite = z.infer<typeof settingsWriteSchema>;

/** `refused`: what it would break. `changed`: somebody else wrote the file meanwhile. Then nothing was written. */
export type SettingsWritten =
  | { readonly state: 'written'; readonly report: SettingsReport }
  | { readonly state: 'refused'; readonly faults: readonly SettingFault[]; readonly report: SettingsReport }
  | { readonly state: 'changed'; readonly report: SettingsReport };

/** Stands in place of a secret, and is never written. */
export const SECRET_SET = '(set)';
