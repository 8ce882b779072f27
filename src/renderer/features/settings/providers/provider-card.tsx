import { useState } from 'react';
import { settingKey } from '../../../../shared/setting-key.ts';
import { useCommands } from '../../../hooks/app-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { focusOnce } from '../../../ui/focus-once.ts';
import { asText } from '../controls/values.ts';
import { EntryRows } from '../entry-rows.tsx';
import { groupsOf, rowOf, type Shown } from '../model.ts';
import settings from '../settings.module.css';
import { kindTitle } from '../words.ts';
import { CheckResult } from './check-result.tsx';
import { ProviderAccess } from './provider-access.tsx';
import styles from './providers.module.css';
import { useCheck } from './use-check.ts';

export interface ProviderCardProps {
  readonly shown: Shown;
  readonly name: string;
}

/** One provider: what it is, whether it answers, and its settings when it is opened. */
export function ProviderCard({ shown, name }: ProviderCardProps) {
  const check = useCheck();
  const field = (last: string) => {
    const spec = shown.report.specs.find(({ key }) => key === `providers.*.${last}`);
    const row = spec && rowOf(shown, spec, [name]);
    return asText(row?.written?.value ?? row?.effective?.value);
  };
  const type = field('type');
  const address = field('base_url') || shown.report.kinds.find((kind) => kind.type === type)?.baseUrl || '';
  const all = groupsOf(shown.report.specs).find(({ prefix }) => prefix === 'providers')?.specs ?? [];
  const specs = all.filter(({ key }) => type === 'codex' || !key.startsWith('providers.*.codex.'));
  return (
    <article className={styles.card} aria-label={`Provider ${name}`}>
      <header className={styles.cardHead}>
        <h3>{name}</h3>
        <Badge>{kindTitle(type)}</Badge>
        <span className={styles.address} title={address}>
          {address}
        </span>
        <Button
          size="small"
          disabled={check.state.state === 'loading'}
          onClick={() => void check.run({ name, type, ...given('base_url', field('base_url')) })}
        >
          Check
        </Button>
      </header>
      <CheckResult state={check.state} />
      <ProviderAccess shown={shown} name={name} type={type} />
      <details className={settings.entry}>
        <summary>Settings</summary>
        <EntryRows shown={shown} prefix="providers" name={name} specs={specs} />
        <Remove shown={shown} name={name} />
      </details>
    </article>
  );
}

function given(key: string, text: string): object {
  return text === '' ? {} : { [key]: text };
}

function Remove({ shown, name }: ProviderCardProps) {
  const { writeSettings } = useCommands();
  const [asked, setAsked] = useState<'no' | 'yes' | 'kept'>('no');
  const key = `providers.${settingKey([name])}`;
  const own = shown.file.settings.some((setting) => setting.key.startsWith(`${key}.`));
  if (!own) return <p className={styles.about}>It is in your own file.</p>;
  if (asked !== 'yes') {
    return (
      <Button size="small" ref={asked === 'kept' ? focusOnce : undefined} onClick={() => setAsked('yes')}>
        {`Remove ${name}`}
      </Button>
    );
  }
  return (
    <p className={styles.sure} role="alert">
      {`Take ${name} out of the file, with its comments?`}
      <Button size="small" onClick={() => void writeSettings([{ key }])}>
        Remove
      </Button>
      <Button size="small" tone="plain" ref={focusOnce} onClick={() => setAsked('kept')}>
        Keep
      </Button>
    </p>
  );
}
