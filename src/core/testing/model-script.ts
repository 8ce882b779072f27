import type { ChatRequestBody } from './chat-request-check.ts';

/** One tool call of a scripted answer. An object is written as compact JSON; `pieces` sets how the argument text is cut up. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: string | Readonly<Record<string, unknown>>;
  /** `null` leaves the id out, as some servers do. Default: `call_<request>_<index>`. */
  readonly id?: string | null;
  readonly pieces?: readonly string[];
}

/** What is done to the stream of frames of an answer. A frame is one `data:` event; frame 0 announces the role. */
export interface FrameControl {
  /** The socket is destroyed after that many frames; 0 destroys it right after the headers. */
  readonly cutAfter?: number;
  /** With `cutAfter`: the next frame is sent up to the middle of its first character that takes several bytes. */
  readonly cutInsideCharacter?: boolean;
  /** Awaited before each frame is written; a test opens it when it likes. */
  readonly pause?: (frame: number) => Promise<void> | undefined;
  /** Nothing more is sent after that many frames, and the connection stays open. */
  readonly hangAfter?: number;
}

/** A proper answer, in the order thinking, text, refusal, calls, extra deltas. */
export interface Answer extends FrameControl {
  readonly thinking?: readonly string[];
  /** Messages: the proof that ends the thinking; `null` leaves it out. Responses: the encrypted form of the reasoning. Default `sig-<request>`. */
  readonly signature?: string | null;
  /** Default `reasoning_content`. */
  readonly thinkingField?: 'reasoning_content' | 'reasoning';
  readonly text?: string | readonly string[];
  readonly refusal?: readonly string[];
  readonly calls?: readonly ScriptedCall[];
  /** Sends the argument pieces of parallel calls in turns instead of one call after the other. */
  readonly interleave?: boolean;
  /** Further raw `delta` objects (Chat Completions) or events, for shapes that only some servers send. */
  readonly deltas?: readonly Readonly<Record<string, unknown>>[];
  /** Of Chat Completions, or the API's own word. Default `tool_calls` with calls, else `stop`. `null` ends the stream without one. */
  readonly finish?: string | null;
  /** As the API counts. Chat Completions sends it only when asked with `stream_options.include_usage`, unless `usageIn` is `choice`. */
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly usageIn?: 'chunk' | 'choice';
  /** False leaves out the event that closes the stream. */
  readonly done?: boolean;
  readonly model?: string;
}

/** A plain HTTP response: errors, wrong content types, hand-made event streams. */
export interface RawReply extends FrameControl {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is written piece by piece. An object is sent as JSON. */
  readonly body?: string | readonly (string | Uint8Array)[] | Readonly<Record<string, unknown>>;
}

/** `hang` never answers, `drop` destroys the socket before any byte, `garbage` writes that text instead of HTTP. */
export interface BrokenReply {
  readonly broken: 'hang' | 'drop' | { readonly garbage: string };
}

export type Reply = Answer | RawReply | BrokenReply;

/** Replies in order, or a function of the request. A list that has run out answers 400. */
export type Script = readonly Reply[] | ((request: RecordedRequest) => Reply | Promise<Reply>);

export interface RecordedRequest {
  /** Counts model requests from 0. */
  readonly index: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
  /** Typed as Chat Completions; the other APIs have fields of their own. */
  readonly body: ChatRequestBody;
  /** Which TCP connection it came on, from 1. */
  readonly connection: number;
  /** Milliseconds of `performance.now()` when the request was complete. */
  readonly arrived: number;
  /** `sent` when the response was handed over whole, `dropped` when the connection closed before. */
  readonly finished: Promise<'sent' | 'dropped'>;
}
