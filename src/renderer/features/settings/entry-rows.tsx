import { settingKey } from '../../../shared/setting-key.ts';
import type { SettingSpec } from '../../../shared/settings-report.ts';
import { MapRows } from './map-rows.tsx';
import { rowOf, type Shown } from './model.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { titleOf } from './words.ts';

export interface EntryRowsProps {
  readonly shown: Shown;
  readonly prefix: string;
  readonly name: string;
  readonly specs: readonly SettingSpec[];
}

/** Everything that can be said of one name. */
export function EntryRows({ shown, prefix, name, specs }: EntryRowsProps) {
  const plain = specs.filter(({ key }) => !key.endsWith('.*'));
  const maps = specs.filter(({ key }) => key.endsWith('.*'));
  return (
    <div className={styles.rows}>
      {plain.map((spec) => (
        <SettingRow key={spec.key} row={rowOf(shown, spec, [name])} />
      ))}
      {maps.map((spec) => {
        const below = `${prefix}.${settingKey([name])}${spec.key.slice(`${prefix}.*`.length, -2)}`;
        return (
          <section key={spec.key} className={styles.inner} aria-label={titleOf(below)}>
            <h4>{titleOf(below)}</h4>
            <MapRows shown={shown} prefix={below} spec={spec} names={[name]} />
          </section>
        );
      })}
    </div>
  );
}
