import { z } from 'zod';

/** The picture formats that every model API takes. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Pixels of the longer side above which the window makes a picture smaller: no API sees more, and with many pictures one refuses more. */
export const SCALED_SIDE = 2_000;
/** Pixels of a side that every API still takes. */
export const MAX_PICTURE_SIDE = 8_000;
/** Bytes of a picture file: as base64 it stays within the five megabytes that the strictest API takes. */
export const MAX_PICTURE_BYTES = 3_900_000;
export const MAX_PICTURES = 20;
/** Attachments of one prompt, pictures included. */
export const MAX_ATTACHMENTS = 50;
/** Characters of a pasted text. */
export const MAX_PASTE = 1_000_000;

/** The name of a kept blob: SHA-256 of its bytes. */
export const blobSchema = z.string().regex(/^[0-9a-f]{64}$/);

const count = z.number().int().nonnegative();
const side = z.number().int().positive();

/** A picture in the blob store, where equal pictures are kept once. Sizes are pixels and bytes. */
export const pictureSchema = z.object({
  blob: blobSchema,
  mime: z.enum(PICTURE_TYPES),
  width: side,
  height: side,
  bytes: side,
  /** File name, or what it was called where it came from. */
  name: z.string().min(1).max(255),
});
export type Picture = z.infer<typeof pictureSchema>;

const pictureAttachmentSchema = pictureSchema.extend({ kind: z.literal('picture') });
export type PictureAttachment = z.infer<typeof pictureAttachmentSchema>;

/** A long text that was pasted or dropped. `file` is set once the model got only its beginning: the whole is there to be paged. */
const textAttachmentSchema = z.object({
  kind: z.literal('text'),
  name: z.string().min(1).max(255),
  text: z.string().min(1).max(MAX_PASTE),
  file: z.string().optional(),
});
export type TextAttachment = z.infer<typeof textAttachmentSchema>;

/** What a person can put beside a prompt. */
export const givenAttachmentSchema = z.discriminatedUnion('kind', [pictureAttachmentSchema, textAttachmentSchema]);
export type GivenAttachment = z.infer<typeof givenAttachmentSchema>;

/** Lines of a file that the prompt mentions, as they were then. `start` and `end` are 1-based and inclusive; `cut` says what was left out. */
const fileAttachmentSchema = z.object({
  kind: z.literal('file'),
  path: z.string(),
  text: z.string(),
  start: count,
  end: count,
  total: count,
  hash: z.string(),
  cut: z.string().optional(),
});

const folderAttachmentSchema = z.object({
  kind: z.literal('folder'),
  path: z.string(),
  text: z.string(),
  entries: count,
  more: z.boolean(),
});

/** A mention that cannot be attached, with the reason as a clause, such as "it may hold keys". */
const refusedAttachmentSchema = z.object({ kind: z.literal('refused'), path: z.string(), reason: z.string() });

/** What goes to the model beside the text of a message, as it went. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  pictureAttachmentSchema,
  textAttachmentSchema,
  fileAttachmentSchema,
  folderAttachmentSchema,
  refusedAttachmentSchema,
]);
export type Attachment = z.infer<typeof attachmentSchema>;

export const givenAttachmentsSchema = z.array(givenAttachmentSchema).max(MAX_ATTACHMENTS);

/** What a person says: text, with what was put beside it. */
export interface Spoken {
  readonly text: string;
  readonly attachments: readonly GivenAttachment[];
}

/** The same as a request may carry it. */
export const spokenSchema = z.object({ text: z.string().max(1_000_000), attachments: givenAttachmentsSchema });

export function picturesOf(attachments: readonly Attachment[] = []): readonly PictureAttachment[] {
  return attachments.filter((attachment) => attachment.kind === 'picture');
}

/** Those that a person put there; the rest is found again in the text. */
export function givenOf(attachments: readonly Attachment[] = []): readonly GivenAttachment[] {
  return attachments.filter((attachment) => attachment.kind === 'picture' || attachment.kind === 'text');
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
