import { z } from 'zod';

export interface Hit {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

export interface SearchRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** One search service: how a page of results is asked for, and how its answer is read. */
export interface SearchBackend {
  readonly name: string;
  /** `page` counts from 0; `size` is never more than `pageSize`. */
  request(query: string, page: number, size: number): SearchRequest;
  /** Throws a ZodError when the answer has another shape. */
  read(answer: unknown): readonly Hit[];
  /** The most that one page holds. */
  readonly pageSize: number;
}

/** Text that a service may leave out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** An address with a query. */
export function withQuery(address: string, query: Readonly<Record<string, string | number>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}
