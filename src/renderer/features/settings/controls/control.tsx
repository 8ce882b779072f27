import type { SettingSpec } from '../../../../shared/settings-report.ts';
import { Segments } from '../../../ui/segments.tsx';
import { isVariable } from '../model.ts';
import type { ControlProps } from './control-props.ts';
import { JsonControl } from './json-control.tsx';
import { ListControl } from './list-control.tsx';
import { SecretControl } from './secret-control.tsx';
import { SelectControl } from './select-control.tsx';
import { TextControl } from './text-control.tsx';
import { asText, shownValue } from './values.ts';

const FEW = 4;
const SWITCH = [
  { value: 'true', title: 'On' },
  { value: 'false', title: 'Off' },
] as const;

/** The field that fits the kind of a setting. What comes from a variable is text, whatever the kind. */
export function Control(props: ControlProps) {
  const { row, label, labelledBy, onSave } = props;
  const { spec, written } = row;
  const value = shownValue(row);
  if (spec.kind !== 'secret' && isVariable(written?.value)) return <TextControl {...props} />;
  switch (spec.kind) {
    case 'boolean':
      return <Segments label={label} value={String(value)} options={SWITCH} onChange={(next) => void onSave(next === 'true')} />;
    case 'choice':
      return <Choice spec={spec} value={asText(value)} label={label} labelledBy={labelledBy} onSave={onSave} />;
    case 'list':
      return <ListControl {...props} />;
    case 'json':
      return <JsonControl {...props} />;
    case 'secret':
      return <SecretControl {...props} />;
    case 'integer':
    case 'number':
    case 'duration':
    case 'address':
    case 'text':
      return <TextControl {...props} />;
  }
}

interface ChoiceProps extends Pick<ControlProps, 'label' | 'labelledBy' | 'onSave'> {
  readonly spec: SettingSpec;
  readonly value: string;
}

function Choice({ spec, value, label, labelledBy, onSave }: ChoiceProps) {
  const options = (spec.options ?? []).map((option) => ({ value: option, title: option }));
  if (options.length <= FEW) return <Segments label={label} value={value} options={options} onChange={(next) => void onSave(next)} />;
  return <SelectControl labelledBy={labelledBy} value={value} options={options} onChange={(next) => void onSave(next)} />;
}
