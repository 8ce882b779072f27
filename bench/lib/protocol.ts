/** What the bench asks of the process with the model server, and what it answers. Sent over Node's process channel. */
export type ServerRequest =
  | { readonly type: 'begin'; readonly rounds: number; readonly command: string; readonly deltas: number }
  | { readonly type: 'report' };

export type ServerAnswer =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'report'; readonly report: ServerReport };

/** Of everything since `begin`. Milliseconds; `firstRequest` since the epoch. */
export interface ServerReport {
  readonly requests: number;
  readonly firstRequest: number;
  /** Entry k: from the last byte of answer k to the arrival of request k + 1. */
  readonly gaps: readonly number[];
  readonly requestBytes: number;
  /** Which request did not begin with the bytes of the one before, and where they part. */
  readonly brokenPrefix: string | null;
}
