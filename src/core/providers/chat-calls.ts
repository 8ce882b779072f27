import type { WireCallPiece } from './chat-chunk.ts';
import type { GrowingCall } from './growing-call.ts';

/**
 * The call that a piece belongs to, or `undefined` when it begins a new one.
 *
 * By index; without one by id, else the latest. A known index with another id is a new call: some servers number every parallel call 0.
 */
export function callOf(piece: WireCallPiece, calls: readonly GrowingCall[]): GrowingCall | undefined {
  const { index, id } = piece;
  const found =
    typeof index === 'number'
      ? calls.findLast((call) => call.index === index)
      : id
        ? calls.findLast((call) => call.id === id)
        : calls.at(-1);
  return found && id && found.id && found.id !== id ? undefined : found;
}

export function newCall(piece: WireCallPiece): GrowingCall {
  return { type: 'tool_call', index: typeof piece.index === 'number' ? piece.index : undefined, id: '', name: '', arguments: '' };
}

/** Adds a piece and returns the argument text it brought. A few servers send the arguments as an object instead of its text. */
export function grow(call: GrowingCall, piece: WireCallPiece): string {
  if (piece.id && call.id === '') call.id = piece.id;
  if (piece.function?.name && call.name === '') call.name = piece.function.name;
  const given = piece.function?.arguments ?? '';
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  call.arguments += text;
  return text;
}
