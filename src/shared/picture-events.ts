import { z } from 'zod';
import { blobSchema } from './attachments.ts';
import { callIdSchema, messageIdSchema } from './ids.ts';

const count = z.number().int().nonnegative();

/** Pictures of one message, or of the result of one call. */
export const omittedPicturesSchema = z.object({ of: z.union([messageIdSchema, callIdSchema]), blobs: z.array(blobSchema) });
export type OmittedPictures = z.infer<typeof omittedPicturesSchema>;

/** What is kept about pictures that are no longer sent, as a variant of the union in `events.ts`, which draws its place. */
export const pictureEvents = [
  z.object({
    type: z.literal('pictures.omit'),
    /** The provider's limit is known, or it refused a request. */
    cause: z.enum(['limit', 'refused']),
    pictures: z.array(omittedPicturesSchema),
    /** Tokens of the next request without them. */
    after: count,
    /** For the person. */
    message: z.string(),
    hint: z.string(),
  }),
] as const;
