import type { z } from 'zod';

/** Where the value of a setting was decided. */
export type SettingSource =
  | { readonly type: 'default' }
  | { readonly type: 'user' | 'project'; readonly file: string; readonly line: number }
  | { readonly type: 'environment'; readonly variable: string }
  | { readonly type: 'option'; readonly option: string };

/** One setting as it counts. `value` is as a file would say it, with secrets replaced by `(set)`. A list is one setting. */
export interface EffectiveSetting {
  /** Dotted; a name that is not plain is quoted. */
  readonly key: string;
  readonly value: z.core.util.JSONType;
  readonly source: SettingSource;
  /** Why nothing goes by it in this version; absent when it has its effect. */
  readonly unused?: string;
}

export interface ConfigReport {
  /** In the order of the schema. Settings that have no value and no default are left out. */
  readonly settings: readonly EffectiveSetting[];
  /** Whole sentences for the person, such as that the project's own file is not trusted. */
  readonly warnings: readonly string[];
}
