import { type Attachment, lineCount, type Picture } from '../../shared/attachments.ts';
import { baseName, plural, size } from './format.ts';

/** Where the host gives a kept picture. */
export function pictureUrl({ blob }: Picture): string {
  return `pictures/${blob}`;
}

export interface AttachmentWords {
  readonly name: string;
  /** Whole path or name, where `name` is a part of it. */
  readonly full: string;
  readonly detail: string;
}

export function attachmentWords(attachment: Attachment): AttachmentWords {
  switch (attachment.kind) {
    case 'picture': {
      const { name, width, height, bytes } = attachment;
      return { name: baseName(name), full: name, detail: `${width} × ${height}, ${size(bytes)}` };
    }
    case 'text':
      return { name: attachment.name, full: attachment.name, detail: plural(lineCount(attachment.text), 'line') };
    case 'file': {
      const { path, start, end, total } = attachment;
      const whole = start <= 1 && end >= total;
      return {
        name: baseName(path),
        full: path,
        detail: whole ? plural(total, 'line') : `lines ${start}–${end} of ${total.toLocaleString('en')}`,
      };
    }
    case 'folder': {
      const { path, entries, more } = attachment;
      return { name: `${baseName(path)}/`, full: path, detail: `${plural(entries, 'file')}${more ? ', more left out' : ''}` };
    }
    case 'refused':
      return { name: baseName(attachment.path), full: attachment.path, detail: `not attached: ${attachment.reason}` };
  }
}
