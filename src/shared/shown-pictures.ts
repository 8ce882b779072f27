import { type Picture, picturesOf } from './attachments.ts';
import type { Message } from './messages.ts';

/** What a message shows, in order. */
export function shownBy(message: Message): readonly Picture[] {
  switch (message.role) {
    case 'user':
      return picturesOf(message.attachments);
    case 'tool':
      return message.pictures ?? [];
    case 'assistant':
      return [];
  }
}

/** The message without the pictures that there is a line for, which stands after its text. The same message where there is none. */
export function withoutPictures(message: Message, lineFor: (picture: Picture) => string | undefined): Message {
  const lines = shownBy(message).flatMap((picture) => lineFor(picture) ?? []);
  if (lines.length === 0 || message.role === 'assistant') return message;
  const text = [message.text, ...lines].filter((part) => part !== '').join('\n');
  const stays = (picture: Picture): boolean => lineFor(picture) === undefined;
  if (message.role === 'tool') return { ...message, text, pictures: (message.pictures ?? []).filter(stays) };
  return { ...message, text, attachments: (message.attachments ?? []).filter((given) => given.kind !== 'picture' || stays(given)) };
}

/** How a picture is named that is not shown. */
export function pictureName({ name, mime, width, height }: Picture): string {
  return `${name} (${mime}, ${width}x${height})`;
}
