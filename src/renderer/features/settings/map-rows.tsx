import { settingKey } from '../../../shared/setting-key.ts';
import type { SettingSpec } from '../../../shared/settings-report.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { useKeptTexts } from '../../hooks/use-kept-texts.ts';
import { Button } from '../../ui/button.tsx';
import controls from './controls/controls.module.css';
import { fromText, secretFromText } from './controls/values.ts';
import { namesUnder, rowOf, type Shown } from './model.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

export interface MapRowsProps {
  readonly shown: Shown;
  /** With names in the place of stars. */
  readonly prefix: string;
  readonly spec: SettingSpec;
  /** Names that stand in the key before the last one. */
  readonly names?: readonly string[];
  readonly onlyPresent?: boolean;
}

/** One value for each name, and a line to add another. */
export function MapRows({ shown, prefix, spec, names = [], onlyPresent = false }: MapRowsProps) {
  const present = namesUnder(shown, prefix);
  return (
    <div className={styles.rows}>
      {present.map((name) => (
        <SettingRow key={name} row={rowOf(shown, spec, [...names, name])} name={name} />
      ))}
      {onlyPresent ? null : <AddPair scope={shown.file.scope} prefix={prefix} spec={spec} />}
    </div>
  );
}

type AddPairProps = Pick<MapRowsProps, 'prefix' | 'spec'> & Pick<Shown['file'], 'scope'>;

function AddPair({ scope, prefix, spec }: AddPairProps) {
  const { writeSettings } = useCommands();
  const kept = useKeptTexts(`${scope} ${prefix}`);
  const name = kept.text('name');
  const text = kept.text('value');
  const secret = spec.kind === 'secret';
  const add = async (event: React.FormEvent) => {
    event.preventDefault();
    const value = secret ? secretFromText(text) : fromText(text, spec.kind);
    if (!(await writeSettings([{ key: `${prefix}.${settingKey([name.trim()])}`, value }]))) return;
    kept.type('name', '');
    kept.type('value', '');
  };
  return (
    <form className={styles.addPair} onSubmit={(event) => void add(event)}>
      <input
        className={controls.field}
        aria-label={`Name, in ${prefix}`}
        placeholder="Name"
        value={name}
        spellCheck={false}
        onChange={(event) => kept.type('name', event.target.value)}
      />
      <input
        className={controls.field}
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        aria-label={`Value, in ${prefix}`}
        placeholder={spec.kind === 'duration' ? '30s' : 'Value'}
        value={text}
        spellCheck={false}
        onChange={(event) => kept.type('value', event.target.value)}
      />
      <Button type="submit" disabled={name.trim() === '' || text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
