import { type Attachment, lineCount } from '../shared/attachments.ts';
import { formatCount } from './format.ts';
import { harmless } from './style.ts';

/** What went along with the prompt, on one line. */
export function attachmentLine(attachment: Attachment): string {
  return `+ ${harmless(describe(attachment))}`;
}

function describe(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'picture':
      return `${attachment.name}, picture, ${attachment.width}x${attachment.height}`;
    case 'text':
      return `${attachment.name}, ${formatCount(lineCount(attachment.text), 'line')}`;
    case 'file':
      return `${attachment.path}, lines ${attachment.start}-${attachment.end} of ${attachment.total}`;
    case 'folder':
      return `${attachment.path}, ${formatCount(attachment.entries, 'file')}${attachment.more ? ', more left out' : ''}`;
    case 'refused':
      return `${attachment.path} is not attached: ${attachment.reason}`;
  }
}
