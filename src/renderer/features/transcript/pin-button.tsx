import { Pin, PinOff } from 'lucide-react';
import type { MessageId } from '../../../shared/ids.ts';
import { useCommands, useView } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './message.module.css';

/** Keeps a message out of every summary, or lets it go again. */
export function PinButton({ message }: { readonly message: string }) {
  const { pinMessage } = useCommands();
  const pinned = useView((view) => view.pins.includes(message));
  return (
    <span className={styles.pin} data-pinned={pinned || undefined}>
      <IconButton
        size="small"
        label={pinned ? 'Unpin: it may become part of a summary' : 'Pin: it always stays word for word'}
        aria-pressed={pinned}
        onClick={() => void pinMessage(message as MessageId, !pinned)}
      >
        <Icon of={pinned ? PinOff : Pin} size={0.8125} />
      </IconButton>
    </span>
  );
}
