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

/** The ids of calls so far. */
export interface CallIds {
  has(id: string): boolean;
  add(id: string): unknown;
}

/** Stands for a name that is missing. No tool has it, so the call is answered with the names there are. */
const UNNAMED = 'unnamed';
/** What every provider takes back as a name in the history. */
const LONGEST_NAME = 64;

/**
 * The finished call. An id that is missing, or already used in the session, is replaced by `makeId`. A name that could not be sent back is made one that can:
 * no tool is called like that either way, and the model is told which there are.
 */
export function finishedCall(call: GrowingCall, used: CallIds, makeId: () => string): ToolCallBlock {
  const id = call.id === '' || used.has(call.id) ? makeId() : call.id;
  used.add(id);
  const name = call.name.replace(/[^\w-]/g, '_').slice(0, LONGEST_NAME) || UNNAMED;
  return { type: 'tool_call', id: id as CallId, name, arguments: call.arguments };
}
