import type { WrittenSetting } from '../../../../shared/settings-report.ts';
import type { Row } from '../model.ts';

export type Value = WrittenSetting['value'];

export interface ControlProps {
  readonly row: Row;
  readonly labelledBy: string;
  readonly label: string;
  /** False when it was not written. */
  readonly onSave: (value: Value) => Promise<boolean>;
}
