import { useState } from 'react';
import { settingKey } from '../../../shared/setting-key.ts';
import type { SettingSpec } from '../../../shared/settings-report.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import controls from './controls/controls.module.css';
import { fromText } from './controls/values.ts';
import { EntryRows } from './entry-rows.tsx';
import { namesUnder, type Shown } from './model.ts';
import styles from './settings.module.css';
import { titleOf } from './words.ts';

export interface NamedEntriesProps {
  readonly shown: Shown;
  readonly prefix: string;
  readonly specs: readonly SettingSpec[];
  readonly onlyPresent: boolean;
}

/** Settings by names of the person's choice, such as models with an alias: each opens to its own settings. */
export function NamedEntries({ shown, prefix, specs, onlyPresent }: NamedEntriesProps) {
  const { writeSettings } = useCommands();
  const names = namesUnder(shown, prefix);
  const own = namesUnder({ ...shown, report: { ...shown.report, effective: [] } }, prefix);
  return (
    <>
      {names.length === 0 ? <p className={styles.about}>None.</p> : null}
      {names.map((name) => (
        <details key={name} className={styles.entry} open={onlyPresent || undefined}>
          <summary>
            <code>{name}</code>
          </summary>
          <EntryRows shown={shown} prefix={prefix} name={name} specs={specs} />
          {own.includes(name) && !onlyPresent ? (
            <Button size="small" onClick={() => void writeSettings([{ key: `${prefix}.${settingKey([name])}` }])}>
              {`Remove ${name}`}
            </Button>
          ) : null}
        </details>
      ))}
      {onlyPresent ? null : <AddEntry prefix={prefix} specs={specs} />}
    </>
  );
}

/** What the loader will not do without. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'models.definitions': ['provider', 'id'],
  'models.profiles': ['default_model'],
  tools: ['exec', 'description'],
};

function AddEntry({ prefix, specs }: Pick<NamedEntriesProps, 'prefix' | 'specs'>) {
  const { writeSettings } = useCommands();
  const needed = NEEDED[prefix] ?? [];
  const [name, setName] = useState('');
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const whole = name.trim() !== '' && needed.every((field) => (texts[field] ?? '').trim() !== '');
  const kindOf = (field: string) => specs.find((spec) => spec.key === `${prefix}.*.${field}`)?.kind ?? 'text';
  const add = async (event: React.FormEvent) => {
    event.preventDefault();
    const entry = Object.fromEntries(needed.map((field) => [field, fromText(texts[field] ?? '', kindOf(field))]));
    if (!(await writeSettings([{ key: `${prefix}.${settingKey([name.trim()])}`, value: entry }]))) return;
    setName('');
    setTexts({});
  };
  if (needed.length === 0) return null;
  return (
    <form className={styles.addEntry} onSubmit={(event) => void add(event)}>
      <input
        className={controls.field}
        aria-label={`Name, in ${prefix}`}
        placeholder="Name"
        value={name}
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      {needed.map((field) => (
        <input
          key={field}
          className={controls.field}
          aria-label={`${titleOf(`${prefix}.*.${field}`)}, in ${prefix}`}
          placeholder={titleOf(`${prefix}.*.${field}`)}
          value={texts[field] ?? ''}
          spellCheck={false}
          onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
        />
      ))}
      <Button type="submit" disabled={!whole}>
        Add
      </Button>
    </form>
  );
}
