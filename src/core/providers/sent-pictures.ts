import type { Picture } from '../../shared/attachments.ts';
import type { Message } from '../../shared/messages.ts';
import { shownBy } from '../../shared/shown-pictures.ts';

/** A picture with its bytes as base64. */
export interface SentPicture extends Picture {
  readonly data: string;
}

export type Pictures = ReadonlyMap<string, string>;

export const NO_PICTURES: Pictures = new Map();

/** Those of a message whose bytes are there. */
export function sentPictures(message: Message, pictures: Pictures): readonly SentPicture[] {
  return shownBy(message).flatMap((picture) => {
    const data = pictures.get(picture.blob);
    return data === undefined ? [] : [{ ...picture, data }];
  });
}

export function dataUrl({ mime, data }: SentPicture): string {
  return `data:${mime};base64,${data}`;
}
