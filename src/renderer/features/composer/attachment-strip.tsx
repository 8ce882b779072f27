import { TextCursorInput, X } from 'lucide-react';
import { useRef } from 'react';
import type { GivenAttachment } from '../../../shared/attachments.ts';
import { activeModel, useApp, useCommands } from '../../hooks/app-context.ts';
import { NEW_SESSION } from '../../store/state.ts';
import { AttachmentTile } from '../../ui/attachment-tile.tsx';
import { attachmentWords } from '../../ui/attachment-words.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './attachments.module.css';

const NONE: readonly GivenAttachment[] = [];

/** What stands beside the prompt. Left and Right go along it, Delete takes one away, Enter shows it large. */
export function AttachmentStrip() {
  const { view } = useCommands();
  const attachments = useApp((state) => state.attached[state.current ?? NEW_SESSION] ?? NONE);
  const list = useRef<HTMLUListElement>(null);
  const remove = useRemove(list);
  if (attachments.length === 0) return null;
  const onKeyDown = (event: React.KeyboardEvent, index: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (event.key === 'ArrowLeft') focusTile(list.current, index - 1);
    else if (event.key === 'ArrowRight') focusTile(list.current, index + 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ul ref={list} className={styles.strip} aria-label="Attachments">
        {attachments.map((attachment, index) => (
          <li key={keyOf(attachment, index)} className={styles.entry} data-kind={attachment.kind}>
            <AttachmentTile
              attachment={attachment}
              onOpen={() => view(attachments, index)}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <Inline attachment={attachment} index={index} />
            <span className={styles.remove}>
              <IconButton size="small" label={`Remove ${attachmentWords(attachment).name}`} onClick={() => remove(index)}>
                <Icon of={X} size={0.75} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <BlindNote attachments={attachments} />
    </>
  );
}

function keyOf(attachment: GivenAttachment, index: number): string {
  return attachment.kind === 'picture' ? `${attachment.blob} ${index}` : `${attachment.name} ${attachment.text.length} ${index}`;
}

/** The focus stays in the strip while there is something in it, and goes back to the prompt then. */
function useRemove(list: React.RefObject<HTMLUListElement | null>): (index: number) => void {
  const { detach, setFocus } = useCommands();
  return (index) => {
    const left = (list.current?.children.length ?? 1) - 1;
    void detach(index).then(() => (left > 0 ? focusTile(list.current, Math.min(index, left - 1)) : setFocus({ target: 'composer' })));
  };
}

function focusTile(list: HTMLUListElement | null, index: number): void {
  list?.children[index]?.querySelector('button')?.focus();
}

function Inline({ attachment, index }: { readonly attachment: GivenAttachment; readonly index: number }) {
  const { inlineText } = useCommands();
  if (attachment.kind !== 'text') return null;
  return (
    <IconButton size="small" label="Put into the prompt" onClick={() => void inlineText(index)}>
      <Icon of={TextCursorInput} size={0.8125} />
    </IconButton>
  );
}

/** Said before anything is sent. */
function BlindNote({ attachments }: { readonly attachments: readonly GivenAttachment[] }) {
  const blind = useApp((state) => {
    const ref = activeModel(state);
    const choice = state.models.state === 'ready' ? state.models.value.find((model) => model.ref === ref) : undefined;
    return choice?.vision === false ? choice.ref : undefined;
  });
  if (blind === undefined || !attachments.some(({ kind }) => kind === 'picture')) return null;
  return (
    <p className={styles.blind} role="status">
      {`${blind} takes no pictures. Choose a model that does, or take them out.`}
    </p>
  );
}
