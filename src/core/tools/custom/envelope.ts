import { z } from 'zod';

/** What a custom tool prints on standard output, as one JSON object. */
const envelopeSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** For the model too, unless `model_result` is there. */
    result: z.json(),
    model_result: z.json().optional(),
  }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      kind: z.string(),
      message: z.string(),
      /** Not for the model. */
      details: z.json().optional(),
    }),
  }),
]);
export type Envelope = z.infer<typeof envelopeSchema>;

/** Undefined for anything else than one such object. */
export function parseEnvelope(stdout: string): Envelope | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(stdout)).data;
  } catch {
    return undefined;
  }
}

/** Text as it is, any other value as JSON. */
export function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
