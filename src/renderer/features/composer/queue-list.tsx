import { ArrowDown, ArrowUp, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { QueueItem } from '../../../shared/events.ts';
import type { SessionId } from '../../../shared/ids.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { focusOnce } from '../../ui/focus-once.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './composer.module.css';

/** What waits to be told to the model, in the order it will be. */
export function QueueList() {
  const session = useApp((state) => state.current);
  const queue = useView((view) => view.queue);
  if (session === null || queue.length === 0) return null;
  return (
    <ul className={styles.queue} aria-label="Queued">
      {queue.map((item, index) => (
        <QueueRow key={item.id} session={session} item={item} index={index} count={queue.length} />
      ))}
    </ul>
  );
}

/** While a turn runs. Without one they are parked. */
const DELIVERY_WORDS = { now: 'next round', after: 'after the turn' } as const;

interface QueueRowProps {
  readonly session: SessionId;
  readonly item: QueueItem;
  readonly index: number;
  readonly count: number;
}

function QueueRow({ session, item, index, count }: QueueRowProps) {
  const { editQueued, removeQueued, moveQueued } = useCommands();
  const [editing, setEditing] = useState(false);
  const running = useView((view) => view.turn !== undefined);
  const save = async (text: string) => {
    const changed = text.trim() !== '' && text !== item.text;
    if (!changed || (await editQueued(session, item.id, text))) setEditing(false);
  };
  return (
    <li className={styles.queued}>
      <Badge tone="accent">{running ? DELIVERY_WORDS[item.delivery] : 'with the next prompt'}</Badge>
      {editing ? (
        <QueueEditor text={item.text} onDone={(text) => void save(text)} />
      ) : (
        <span className={styles.queuedText}>{item.text}</span>
      )}
      {item.attachments === undefined ? null : <Badge>{`${item.attachments.length} attached`}</Badge>}
      <IconButton size="small" label="Edit" onClick={() => setEditing(true)}>
        <Icon of={Pencil} size={0.8125} />
      </IconButton>
      <IconButton size="small" label="Move up" disabled={index === 0} onClick={() => void moveQueued(session, item.id, index - 1)}>
        <Icon of={ArrowUp} size={0.8125} />
      </IconButton>
      <IconButton
        size="small"
        label="Move down"
        disabled={index === count - 1}
        onClick={() => void moveQueued(session, item.id, index + 1)}
      >
        <Icon of={ArrowDown} size={0.8125} />
      </IconButton>
      <IconButton size="small" label="Remove" onClick={() => void removeQueued(session, item.id)}>
        <Icon of={X} size={0.8125} />
      </IconButton>
    </li>
  );
}

/** Enter or leaving keeps the text; Esc gives back what was there. A text that is refused stays to be changed. */
function QueueEditor({ text, onDone }: { readonly text: string; readonly onDone: (text: string) => void }) {
  const [value, setValue] = useState(text);
  return (
    <input
      ref={focusOnce}
      className={styles.queuedText}
      type="text"
      value={value}
      aria-label="Queued text"
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => onDone(value)}
      data-owns-escape=""
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(value);
        if (event.key === 'Escape') onDone(text);
      }}
    />
  );
}
