import type { CallId } from '../../shared/ids.ts';
import type { ToolCallBlock } from '../../shared/messages.ts';

/** A tool call as far as it has come. `index` is its place as the server counts, where it does. */
export interface GrowingCall {
  readonly type: 'tool_call';
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/** The finished call. An id that is missing, or already used in the session, is replaced by `makeId`. */
export function finishedCall(call: GrowingCall, used: Set<string>, makeId: () => string): ToolCallBlock {
  const id = call.id === '' || used.has(call.id) ? makeId() : call.id;
  used.add(id);
  return { type: 'tool_call', id: id as CallId, name: call.name, arguments: call.arguments };
}
