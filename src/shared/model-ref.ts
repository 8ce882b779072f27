export interface ModelRef {
  /** An alias of the configuration, or `provider/model-id`. */
  readonly base: string;
  /** The provider's own word; absent is its default. */
  readonly effort?: string;
}

/** In place of an effort: none is sent, whatever the definition says. */
export const PROVIDER_DEFAULT = 'default';

/** `openai/gpt-5.1#high` is `openai/gpt-5.1` with the effort `high`. */
export function splitRef(ref: string): ModelRef {
  const [, base, effort] = /^(.+)#([\w-]+)$/.exec(ref) ?? [];
  return base === undefined || effort === undefined ? { base: ref } : { base, effort };
}

export function joinRef({ base, effort }: { readonly base: string; readonly effort?: string | undefined }): string {
  return effort === undefined ? base : `${base}#${effort}`;
}
