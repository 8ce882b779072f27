import type { SettingSpec } from '../../../shared/settings-report.ts';
import { MapRows } from './map-rows.tsx';
import { type Group, kindsOf, rowOf, type Shown } from './model.ts';
import { NamedEntries } from './named-entries.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { headingOf, titleOf } from './words.ts';

export interface GroupsProps {
  readonly shown: Shown;
  readonly groups: readonly Group[];
  /** Names that there are, and no way to add others. */
  readonly onlyPresent?: boolean;
}

/** Kinds of settings that need no headings. */
const FEW = 3;

/** Single settings first, then what has names of the person's choice. */
export function Groups({ shown, groups, onlyPresent = false }: GroupsProps) {
  return groups.map(({ prefix, specs }) =>
    prefix === '' ? (
      <Single key={prefix} shown={shown} specs={specs} />
    ) : (
      <NamedGroup key={prefix} shown={shown} prefix={prefix} specs={specs} onlyPresent={onlyPresent} />
    ),
  );
}

/** Under headings where they are of many kinds, as on the page of all others; those that have no effect come last. */
function Single({ shown, specs }: Pick<GroupsProps, 'shown'> & Pick<Group, 'specs'>) {
  const kinds = kindsOf(specs);
  if (kinds.length <= FEW) return <Rows shown={shown} specs={specs} />;
  return kinds.map(({ name, specs: own }) => (
    <section key={name} className={styles.group} aria-label={headingOf(name)}>
      <h3>{headingOf(name)}</h3>
      <Rows shown={shown} specs={own} />
    </section>
  ));
}

function Rows({ shown, specs }: Pick<GroupsProps, 'shown'> & Pick<Group, 'specs'>) {
  return (
    <div className={styles.rows}>
      {specs.map((spec) => (
        <SettingRow key={spec.key} row={rowOf(shown, spec)} />
      ))}
    </div>
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
