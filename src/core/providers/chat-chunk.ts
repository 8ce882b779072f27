import type { WireUsage } from './chat-usage.ts';

/** One piece of a tool call. `index` groups pieces; some servers leave it out or repeat the name and id. */
export interface WireCallPiece {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | Readonly<Record<string, unknown>> | null } | null;
}

export interface WireDelta {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly WireCallPiece[] | null;
}

/** What is read of a chunk, or of a whole answer, whose `message` has the shape of one big delta. Unknown fields are ignored. */
export interface WireChunk {
  readonly choices?:
    | readonly {
        readonly delta?: WireDelta | null;
        readonly message?: WireDelta | null;
        readonly finish_reason?: string | null;
        readonly usage?: WireUsage | null;
      }[]
    | null;
  readonly usage?: WireUsage | null;
  readonly x_groq?: { readonly usage?: WireUsage | null } | null;
  readonly error?: { readonly message?: unknown; readonly code?: unknown; readonly type?: unknown } | string | null;
}
