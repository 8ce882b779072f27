import { Square } from 'lucide-react';
import type { Delivery } from '../../../shared/events.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { inverse } from '../../store/prompts.ts';
import { keysOf, LOCAL_KEYS } from '../../store/shortcuts.ts';
import { waits } from '../../store/side-work.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { AttachButton } from './attach-button.tsx';
import styles from './composer.module.css';
import { ModelButton } from './model-button.tsx';

export interface ComposerBarProps {
  readonly empty: boolean;
  readonly locked: boolean;
  readonly onSend: (other: boolean) => void;
}

/** Below the text: which model, what the keys do right now, and the buttons that do the same. */
export function ComposerBar({ empty, locked, onSend }: ComposerBarProps) {
  const { stopTurn } = useCommands();
  const running = useView((view) => view.turn !== undefined);
  const waiting = useView(waits);
  const compacting = useView((view) => view.compaction?.waits === false);
  const steer = useApp((state) => state.appearance.steer);
  const blocked = empty || locked;
  return (
    <div className={styles.bar} data-running={running || undefined}>
      <AttachButton disabled={locked} />
      <ModelButton className={styles.model} />
      <span className={styles.keys}>
        <Kbd keys={LOCAL_KEYS.newline} />
        new line
      </span>
      <Stashed />
      {running || compacting || waiting ? (
        <Button onClick={() => void stopTurn()}>
          <Icon of={Square} size={0.75} />
          Stop
          <Kbd keys={LOCAL_KEYS.stop} />
        </Button>
      ) : null}
      {running ? (
        <Button disabled={blocked} data-other="" title={LOCAL_KEYS.sendOther} onClick={() => onSend(true)}>
          {DELIVERY_WORDS[inverse(steer)]}
          <Kbd keys={LOCAL_KEYS.sendOther} />
        </Button>
      ) : null}
      <Button tone="primary" disabled={blocked} onClick={() => onSend(false)}>
        {running ? DELIVERY_WORDS[steer] : 'Send'}
        <Kbd keys={LOCAL_KEYS.send} inherit />
      </Button>
    </div>
  );
}

const DELIVERY_WORDS: Readonly<Record<Delivery, string>> = { now: 'Steer now', after: 'Queue for after' };

/** How many texts are put aside, with the key that takes the last one back. */
function Stashed() {
  const stashed = useApp((state) => state.prompts.stashed);
  if (stashed === 0) return null;
  return (
    <span className={styles.keys}>
      <Kbd keys={keysOf('stash')} />
      {`${stashed} put aside`}
    </span>
  );
}
