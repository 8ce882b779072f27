import type { SettingsScope } from '../../../shared/settings-report.ts';
import { faultsOf } from '../edit/file-report.ts';

/** What the loader says of a file with this text, a line for each fault. */
export function faultLines(text: string, scope: SettingsScope = 'user'): readonly string[] {
  const faults = faultsOf({ path: 'config.yaml', scope, text, variables: {}, under: [] });
  return faults.map(({ line, key, message }) => `${line}: ${key}: ${message}`);
}
