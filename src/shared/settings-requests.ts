import { z } from 'zod';
import { type ProviderCheck, providerDraftSchema } from './provider-check.ts';
import { type SettingsReport, type SettingsWritten, settingsScopeSchema, settingsWriteSchema } from './settings-report.ts';

/** The requests of the settings screens. */
export const settingsRequests = {
  /** Asks the provider for its models, with what is about to be configured. Nothing is written. */
  'providers.check': providerDraftSchema,
  /** Without a project open in the window, only the user's file is there. */
  'settings.read': z.object({}).strict(),
  'settings.write': settingsWriteSchema,
  /** Opens the file in the editor that the desktop has for it. */
  'settings.openFile': z.object({ scope: settingsScopeSchema }),
} as const;

export interface SettingsOutputs {
  'providers.check': ProviderCheck;
  'settings.read': SettingsReport;
  'settings.write': SettingsWritten;
  'settings.openFile': null;
}
