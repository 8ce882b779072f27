import { Ban, FileText, Folder, type LucideIcon, TextQuote } from 'lucide-react';
import type { Attachment } from '../../shared/attachments.ts';
import styles from './attachment-tile.module.css';
import { attachmentWords, pictureUrl } from './attachment-words.ts';
import { Icon } from './icon.tsx';

const ICONS: Readonly<Record<Exclude<Attachment['kind'], 'picture'>, LucideIcon>> = {
  text: TextQuote,
  file: FileText,
  folder: Folder,
  refused: Ban,
};

export interface AttachmentTileProps {
  readonly attachment: Attachment;
  readonly onOpen: () => void;
  readonly onKeyDown?: (event: React.KeyboardEvent) => void;
}

/** A thumbnail, or a chip with what it is. Opens it large. */
export function AttachmentTile({ attachment, onOpen, onKeyDown }: AttachmentTileProps) {
  const { name, full, detail } = attachmentWords(attachment);
  if (attachment.kind === 'picture') {
    return (
      <button type="button" className={styles.picture} title={`${full}, ${detail}`} onClick={onOpen} onKeyDown={onKeyDown}>
        <img src={pictureUrl(attachment)} alt={`${name}, ${detail}`} loading="lazy" draggable={false} />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={styles.chip}
      data-refused={attachment.kind === 'refused' || undefined}
      title={full}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <Icon of={ICONS[attachment.kind]} size={0.875} />
      <span className={styles.name}>{name}</span>
      <span className={styles.detail}>{detail}</span>
    </button>
  );
}
