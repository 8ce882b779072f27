import type { Usage } from '../../shared/usage.ts';
import { countOf, objectOf, type WireObject } from './wire-json.ts';

const FIELDS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const;

/** The API counts at the start and again at the end, cumulatively; a field that comes again replaces what was known. */
export class MessagesUsage {
  #hour = 0;
  readonly #counts = new Map<(typeof FIELDS)[number], number>();

  add(usage: WireObject): void {
    const hour = countOf(objectOf(usage.cache_creation).ephemeral_1h_input_tokens);
    if (hour !== undefined) this.#hour = hour;
    for (const field of FIELDS) {
      const count = countOf(usage[field]);
      if (count !== undefined) this.#counts.set(field, count);
    }
  }

  get countsCache(): boolean {
    return this.#counts.has('cache_read_input_tokens');
  }

  /** `undefined` until the prompt is counted. The API's own input leaves the cached tiers out; the neutral one includes them. */
  usage(): Usage | undefined {
    const uncached = this.#counts.get('input_tokens');
    if (uncached === undefined) return undefined;
    const cacheRead = this.#counts.get('cache_read_input_tokens') ?? 0;
    const cacheWrite = this.#counts.get('cache_creation_input_tokens') ?? 0;
    return {
      input: uncached + cacheRead + cacheWrite,
      output: this.#counts.get('output_tokens') ?? 0,
      cacheRead,
      cacheWrite,
      ...(this.#hour > 0 ? { cacheWriteHour: Math.min(this.#hour, cacheWrite) } : {}),
    };
  }
}
