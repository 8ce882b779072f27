import { z } from 'zod';
import { positiveDurationSchema } from './duration.ts';

const webAddress = z.url({ protocol: /^https?$/ });

export const fetchSchema = z.strictObject({
  /** Every request of `fetch_url` goes through it; without one none does, whatever the environment says. */
  proxy: webAddress.optional(),
});

const NEEDED = {
  searxng: ['searxng_url'],
  google: ['google_cx', 'google_api_key'],
  kagi: ['kagi_api_key'],
  brave: ['brave_api_key'],
} as const;

/** Without a backend there is no `web_search`. */
export const searchSchema = z
  .strictObject({
    backend: z.enum(['searxng', 'google', 'kagi', 'brave']).optional(),
    searxng_url: webAddress.optional(),
    google_cx: z.string().min(1).optional(),
    google_api_key: z.string().min(1).optional(),
    kagi_api_key: z.string().min(1).optional(),
    brave_api_key: z.string().min(1).optional(),
  })
  .superRefine((search, context) => {
    const needed = search.backend === undefined ? [] : NEEDED[search.backend];
    for (const key of needed) {
      if (search[key] === undefined)
        context.addIssue({ code: 'custom', path: [key], message: `is needed by the backend ${search.backend}` });
    }
  });
export type SearchConfig = z.infer<typeof searchSchema>;

type JsonObject = Readonly<Record<string, z.core.util.JSONType>>;

/** A program that takes one JSON object and answers with one. */
export const customToolSchema = z.strictObject({
  /** Path, from the project or `~/`; a bare name is looked up in PATH. */
  exec: z.string().min(1),
  /** First argument. */
  subcommand: z.string().min(1).optional(),
  description: z.string().min(1),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.json()).default({}).refine(isObjectSchema, 'must be a JSON Schema of type object'),
  timeout: positiveDurationSchema.optional(),
});
export type CustomToolConfig = z.infer<typeof customToolSchema>;

/** The schema that the arguments of a custom tool are held to. Fields that it does not name are refused unless it says otherwise. */
export function argumentsSchema(parameters: JsonObject): z.ZodType {
  return z.fromJSONSchema({ additionalProperties: false, ...parameters, type: 'object' });
}

function isObjectSchema(parameters: JsonObject): boolean {
  if (parameters.type !== undefined && parameters.type !== 'object') return false;
  try {
    argumentsSchema(parameters);
    return true;
  } catch {
    return false;
  }
}
