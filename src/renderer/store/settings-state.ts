import type { SettingFault, SettingsReport, SettingsScope } from '../../shared/settings-report.ts';
import type { Loaded } from './loading.ts';

/** The pages of the settings, in their order. */
export type SettingsSection = 'general' | 'models' | 'providers' | 'sandbox' | 'approvals' | 'limits' | 'search' | 'advanced' | 'machine';

export interface SettingsState {
  readonly report: Loaded<SettingsReport>;
  /** How often a file was found as somebody else had left it. */
  readonly foreign: number;
  readonly section: SettingsSection;
  /** Which file is shown and changed. */
  readonly scope: SettingsScope;
  readonly query: string;
  /** Why the last change was not written, at the keys that it is about. */
  readonly refused: readonly SettingFault[];
  /** The last change was not written, because the file had been changed by somebody else. */
  readonly overtaken: boolean;
  /** The form for a new provider is open. */
  readonly adding: boolean;
  /** What is typed and not written, by `scope key`. It is kept while the window is open. */
  readonly typed: Readonly<Record<string, TypedText>>;
  /** What is typed into the form for a new provider. */
  readonly draft: NewProvider | null;
}

export interface TypedText {
  readonly text: string;
  /** It was not taken as it stands, so only a person sends it again. */
  readonly refused: boolean;
}

/** What is typed into the form of a new provider. */
export interface NewProvider {
  readonly type: string;
  readonly name: string;
  readonly address: string;
  readonly keyFrom: 'key' | 'variable';
  readonly secret: string;
  readonly variable: string;
}

export const INITIAL_SETTINGS: SettingsState = {
  report: { state: 'idle' },
  foreign: 0,
  section: 'general',
  scope: 'user',
  query: '',
  refused: [],
  overtaken: false,
  adding: false,
  typed: {},
  draft: null,
};
