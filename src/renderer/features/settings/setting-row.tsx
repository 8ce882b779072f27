import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { useCommands } from '../../hooks/app-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Control } from './controls/control.tsx';
import type { Row } from './model.ts';
import styles from './row.module.css';
import { sourceWords } from './source-words.ts';
import { titleOf } from './words.ts';

const BELOW: ReadonlySet<string> = new Set(['list', 'json']);

/** One setting, or with `name` one entry of a map: what it is, what it says, where that was decided, and the way back to what counts without it. */
export function SettingRow({ row, name }: { readonly row: Row; readonly name?: string }) {
  const { writeSettings } = useCommands();
  const id = useId();
  const { spec, key, written, faults } = row;
  const title = name ?? titleOf(spec.key, key);
  return (
    <div className={styles.row} data-below={BELOW.has(spec.kind) || undefined} data-setting={key}>
      <div className={styles.words}>
        <p id={id} className={styles.title}>
          {name === undefined ? title : <code>{name}</code>}
          {spec.unused === undefined ? null : <Badge>no effect</Badge>}
        </p>
        {spec.unused === undefined ? null : <p className={styles.help}>{sentence(spec.unused)}</p>}
        {spec.help === '' || name !== undefined ? null : (
          <p className={styles.help}>
            <Prose text={spec.help} />
          </p>
        )}
      </div>
      <div className={styles.control}>
        <Control row={row} labelledBy={id} label={title} onSave={(value) => writeSettings([{ key, value }])} />
      </div>
      <div className={styles.meta}>
        <code>{key}</code>
        <Source row={row} />
        {spec.effect === 'new_session' && spec.unused === undefined ? <span>counts for new sessions</span> : null}
        {written === undefined ? null : (
          <IconButton size="small" label={`Reset ${title}`} onClick={() => void writeSettings([{ key }])}>
            <Icon of={RotateCcw} size={0.8125} />
          </IconButton>
        )}
      </div>
      {faults.map(({ message }) => (
        <p key={message} className={styles.fault} role="alert">
          {capital(message)}
        </p>
      ))}
    </div>
  );
}

function sentence(words: string): string {
  return `${capital(words)}.`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function Source({ row }: { readonly row: Row }) {
  const { text, other } = sourceWords(row);
  return <span data-other={other || undefined}>{text}</span>;
}
