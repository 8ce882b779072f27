import { z } from 'zod';

/**
 * A provider as somebody is about to configure it. Without a key of its own the one that is configured under that name is used, as long as type
 * and address are those of the configuration: a stored key goes nowhere else.
 */
export const providerDraftSchema = z.object({
  name: z.string().trim().min(1).max(100),
  type: z.string().min(1).max(100),
  base_url: z.string().max(2_000).optional(),
  /** The key, or the name of a variable in `${…}`. */
  api_key: z.string().max(10_000).optional(),
  api_key_env: z.string().max(200).optional(),
});
export type ProviderDraft = z.infer<typeof providerDraftSchema>;

/** What a provider answered when it was asked for its models. */
export interface ProviderCheck {
  readonly models: readonly { readonly id: string; readonly name?: string }[];
  /** Milliseconds the answer took. */
  readonly duration: number;
}

/** A kind of provider, with what a person has to give. */
export interface ProviderKind {
  readonly type: string;
  /** Where it is reached unless an address is given; absent where one must be. */
  readonly baseUrl?: string;
  readonly key: 'required' | 'optional' | 'none' | 'sign_in';
}
