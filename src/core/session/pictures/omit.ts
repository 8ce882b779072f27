import type { Picture } from '../../../shared/attachments.ts';
import type { Message } from '../../../shared/messages.ts';
import type { OmittedPictures } from '../../../shared/picture-events.ts';
import { pictureName, withoutPictures } from '../../../shared/shown-pictures.ts';

/** What a message with pictures is known by. */
export function pictureOwner(message: Message): OmittedPictures['of'] {
  return message.role === 'tool' ? message.callId : message.id;
}

/** The conversation with a line in the place of each of those pictures. The same pictures give the same text, and messages without any stay the same objects. */
export function withoutOmitted(messages: readonly Message[], omitted: readonly OmittedPictures[]): readonly Message[] {
  const gone = new Map<string, Set<string>>(omitted.map(({ of, blobs }) => [of, new Set(blobs)]));
  return messages.map((message) => {
    const blobs = gone.get(pictureOwner(message));
    return blobs ? withoutPictures(message, (picture) => (blobs.has(picture.blob) ? line(picture) : undefined)) : message;
  });
}

function line(picture: Picture): string {
  return `[No longer shown: ${pictureName(picture)}. The history tool shows it again]`;
}
