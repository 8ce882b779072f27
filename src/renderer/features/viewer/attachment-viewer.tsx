import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Attachment } from '../../../shared/attachments.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { attachmentWords, pictureUrl } from '../../ui/attachment-words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './viewer.module.css';

/** One attachment, large, as it went or goes to the model. Left and Right show the others of the same message. */
export function AttachmentViewer() {
  const { closeView, stepView } = useCommands();
  const viewing = useApp((state) => (state.layers.includes('viewer') ? state.viewing : null));
  const shown = viewing?.attachments[viewing.index];
  if (viewing === null || shown === undefined) return null;
  const several = viewing.attachments.length > 1;
  const { full, detail } = attachmentWords(shown);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (several && event.key === 'ArrowLeft') stepView(-1);
    if (several && event.key === 'ArrowRight') stepView(1);
  };
  const foot = (
    <div className={styles.foot}>
      <span className={styles.detail}>{detail}</span>
      {several ? (
        <>
          <IconButton label="Previous" keys="Left" onClick={() => stepView(-1)}>
            <Icon of={ChevronLeft} />
          </IconButton>
          <span>{`${viewing.index + 1} of ${viewing.attachments.length}`}</span>
          <IconButton label="Next" keys="Right" onClick={() => stepView(1)}>
            <Icon of={ChevronRight} />
          </IconButton>
        </>
      ) : null}
    </div>
  );
  return (
    <Dialog title={full} open wide onClose={closeView} onKeyDown={onKeyDown} foot={foot}>
      <Content attachment={shown} />
    </Dialog>
  );
}

function Content({ attachment }: { readonly attachment: Attachment }) {
  switch (attachment.kind) {
    case 'picture':
      return (
        <div className={styles.stage}>
          <img className={styles.picture} src={pictureUrl(attachment)} alt={attachmentWords(attachment).full} />
        </div>
      );
    case 'text':
      return <Lines text={attachment.text} start={1} />;
    case 'file':
      return (
        <>
          <Lines text={attachment.text} start={attachment.start} />
          {attachment.cut === undefined ? null : <p className={styles.cut}>{`Of the rest the model knows: ${attachment.cut}.`}</p>}
        </>
      );
    case 'folder':
      return <Lines text={attachment.text} start={0} />;
    case 'refused':
      return <p>{`It was not attached, because ${attachment.reason}.`}</p>;
  }
}

/** Characters drawn at once at the very most. */
const DRAWN = 300_000;

/** With the numbers the lines have in their file, from `start`; 0 for none. */
function Lines({ text, start }: { readonly text: string; readonly start: number }) {
  const lines = text.slice(0, DRAWN).replace(/\n$/, '').split('\n');
  const numbers = start === 0 ? undefined : lines.map((_, index) => start + index).join('\n');
  return (
    <ScrollBox className={styles.lines}>
      {numbers === undefined ? null : (
        <pre className={styles.numbers} aria-hidden="true">
          {numbers}
        </pre>
      )}
      <pre>{lines.join('\n')}</pre>
    </ScrollBox>
  );
}
