import type { Problem } from '../../shared/problem.ts';
import type { ProviderCheck, ProviderDraft } from '../../shared/provider-check.ts';
import type { Result } from '../../shared/result.ts';
import type { SettingsReport, SettingsWrite, SettingsWritten } from '../../shared/settings-report.ts';

/** The settings files, as they are written. Projects are named by any path to their folder; without one only the user's file is there. */
export interface Settings {
  read(project: string | undefined): Promise<Result<SettingsReport, Problem>>;
  /** All changes or none. Projects that are open take them over before this resolves. */
  write(project: string | undefined, write: SettingsWrite): Promise<Result<SettingsWritten, Problem>>;
  /** Asks a provider for its models with what somebody is about to configure. Writes nothing. */
  check(project: string | undefined, draft: ProviderDraft): Promise<Result<ProviderCheck, Problem>>;
}
