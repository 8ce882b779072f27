import { settingKey } from '../../../shared/setting-key.ts';
import type { SettingSpec } from '../../../shared/settings-report.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { useKeptTexts } from '../../hooks/use-kept-texts.ts';
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
      {onlyPresent ? null : <AddEntry scope={shown.file.scope} prefix={prefix} specs={specs} />}
    </>
  );
}

/** What the loader will not do without. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'models.definitions': ['provider', 'id'],
  'models.profiles': ['default_model'],
  tools: ['exec', 'description'],
};

/** No setting can be called that. */
const NAME = 'name of the entry';

type AddEntryProps = Pick<NamedEntriesProps, 'prefix' | 'specs'> & Pick<Shown['file'], 'scope'>;

function AddEntry({ scope, prefix, specs }: AddEntryProps) {
  const { writeSettings } = useCommands();
  const needed = NEEDED[prefix] ?? [];
  const { text, type } = useKeptTexts(`${scope} ${prefix}`);
  const name = text(NAME);
  const whole = [NAME, ...needed].every((field) => text(field).trim() !== '');
  const kindOf = (field: string) => specs.find((spec) => spec.key === `${prefix}.*.${field}`)?.kind ?? 'text';
  const add = async (event: React.FormEvent) => {
    event.preventDefault();
    const entry = Object.fromEntries(needed.map((field) => [field, fromText(text(field), kindOf(field))]));
    if (!(await writeSettings([{ key: `${prefix}.${settingKey([name.trim()])}`, value: entry }]))) return;
    for (const field of [NAME, ...needed]) type(field, '');
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
        onChange={(event) => type(NAME, event.target.value)}
      />
      {needed.map((field) => (
        <input
          key={field}
          className={controls.field}
          aria-label={`${titleOf(`${prefix}.*.${field}`)}, in ${prefix}`}
          placeholder={titleOf(`${prefix}.*.${field}`)}
          value={text(field)}
          spellCheck={false}
          onChange={(event) => type(field, event.target.value)}
        />
      ))}
      <Button type="submit" disabled={!whole}>
        Add
      </Button>
    </form>
  );
}
