import { CornerDownRight, Info } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '../../../shared/attachments.ts';
import type { UserItem } from '../../../shared/fold-types.ts';
import { useCommands } from '../../hooks/app-context.ts';
import { AttachmentTile } from '../../ui/attachment-tile.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './message.module.css';
import { PromptActions } from './prompt-actions.tsx';

const LONG_LINES = 24;

export function UserRow({ item }: { readonly item: UserItem }) {
  if (item.origin === 'notice') return <EngineNotice text={item.text} />;
  return (
    <article className={styles.user} aria-label={item.origin === 'steer' ? 'You, while the turn ran' : 'You'}>
      {item.origin === 'steer' ? (
        <p className={styles.origin}>
          <Icon of={CornerDownRight} size={0.8125} />
          Added while the turn ran
        </p>
      ) : null}
      {item.text === '' ? null : <LongText text={item.text} />}
      <Attached attachments={item.attachments ?? []} />
      <PromptActions item={item} />
    </article>
  );
}

/** What went along. */
function Attached({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const { view } = useCommands();
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.attached} aria-label="Attachments">
      {attachments.map((attachment, index) => (
        <li key={keyOf(attachment, index)}>
          <AttachmentTile attachment={attachment} onOpen={() => view(attachments, index)} />
        </li>
      ))}
    </ul>
  );
}

/** They never change their places. */
function keyOf({ kind }: Attachment, index: number): string {
  return `${kind} ${index}`;
}

function LongText({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false);
  const lines = text.split('\n');
  if (all || lines.length <= LONG_LINES) return <p className={styles.prompt}>{text}</p>;
  return (
    <>
      <p className={styles.prompt}>{lines.slice(0, LONG_LINES).join('\n')}</p>
      <Button size="small" tone="plain" onClick={() => setAll(true)}>
        {`Show all ${plural(lines.length, 'line')}`}
      </Button>
    </>
  );
}

function EngineNotice({ text }: { readonly text: string }) {
  return (
    <details className={styles.engine}>
      <summary>
        <Icon of={Info} size={0.8125} />
        Told to the model
      </summary>
      <p className={styles.prompt}>{text}</p>
    </details>
  );
}
