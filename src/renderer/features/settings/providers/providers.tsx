import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useApp, useCommands } from '../../../hooks/app-context.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnce } from '../../../ui/focus-once.ts';
import { Icon } from '../../../ui/icon.tsx';
import { namesUnder, shownOf } from '../model.ts';
import { ProviderCard } from './provider-card.tsx';
import { ProviderForm } from './provider-form.tsx';
import styles from './providers.module.css';

/** Accounts and servers, each with a check that asks it for its models. */
export function Providers() {
  const { addProvider } = useCommands();
  const settings = useApp((state) => state.settings);
  const added = useRef(false);
  useEffect(() => {
    if (settings.adding) added.current = true;
  }, [settings.adding]);
  const shown = shownOf(settings);
  if (!shown || shown.file.unusable) return null;
  const names = namesUnder(shown, 'providers');
  return (
    <div className={styles.list}>
      {names.map((name) => (
        <ProviderCard key={name} shown={shown} name={name} />
      ))}
      {settings.adding ? (
        <ProviderForm kinds={shown.report.kinds} taken={names} first={names.length === 0} />
      ) : (
        <div className={styles.addBar}>
          {names.length === 0 ? <p>No provider yet. One is enough to begin.</p> : null}
          <Button
            ref={added.current ? focusOnce : undefined}
            tone={names.length === 0 ? 'primary' : 'normal'}
            onClick={() => addProvider(true)}
          >
            <Icon of={Plus} />
            Add a provider
          </Button>
        </div>
      )}
    </div>
  );
}
