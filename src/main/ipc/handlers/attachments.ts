import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type AttachmentHandlers = Pick<Handlers, 'attachments.addPicture' | 'files.find'>;

export function attachmentHandlers(): AttachmentHandlers {
  return {
    'attachments.addPicture': ({ name, data }, window) =>
      inProject(window, ({ attachments }) => attachments.addPicture(name, Buffer.from(data, 'base64'))),
    'files.find': ({ query }, window) => inProject(window, ({ attachments }) => attachments.findFiles(query)),
  };
}
