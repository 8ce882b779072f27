import type { SettingSpec } from '../../../shared/settings-report.ts';
import { MapRows } from './map-rows.tsx';
import { type Group, rowOf, type Shown } from './model.ts';
import { NamedEntries } from './named-entries.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { titleOf } from './words.ts';

export interface GroupsProps {
  readonly shown: Shown;
  readonly groups: readonly Group[];
  /** Names that there are, and no way to add others. */
  readonly onlyPresent?: boolean;
}

/** Single settings first, then what has names of the person's choice. */
export function Groups({ shown, groups, onlyPresent = false }: GroupsProps) {
  return groups.map(({ prefix, specs }) =>
    prefix === '' ? (
      <div key={prefix} className={styles.rows}>
        {specs.map((spec) => (
          <SettingRow key={spec.key} row={rowOf(shown, spec)} />
        ))}
      </div>
    ) : (
      <NamedGroup key={prefix} shown={shown} prefix={prefix} specs={specs} onlyPresent={onlyPresent} />
    ),
  );
}

interface NamedGroupProps {
  readonly shown: Shown;
  readonly prefix: string;
  readonly specs: readonly SettingSpec[];
  readonly onlyPresent: boolean;
}

function NamedGroup({ shown, prefix, specs, onlyPresent }: NamedGroupProps) {
  const [first] = specs;
  const flat = specs.length === 1 && first?.key === `${prefix}.*`;
  return (
    <section className={styles.group} aria-label={titleOf(prefix)}>
      <h3>{titleOf(prefix)}</h3>
      {flat && first && first.help !== '' ? <p className={styles.about}>{first.help}</p> : null}
      {flat && first ? (
        <MapRows shown={shown} prefix={prefix} spec={first} onlyPresent={onlyPresent} />
      ) : (
        <NamedEntries shown={shown} prefix={prefix} specs={specs} onlyPresent={onlyPresent} />
      )}
    </section>
  );
}
