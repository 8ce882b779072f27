import type { Answer, RecordedRequest, ScriptedCall } from './model-script.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The published APIs stamp each answer; a fixed time keeps recorded streams comparable. */
export const CREATED = 1_750_000_000;

export function textPieces({ text }: Answer): readonly string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? [text] : text;
}

/** `null` where the script leaves the id out. */
export function callId(call: ScriptedCall, request: RecordedRequest, index: number): string | null {
  return call.id === undefined ? `call_${request.index}_${index}` : call.id;
}

export function argumentText(call: ScriptedCall): string {
  if (call.pieces) return call.pieces.join('');
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

export function argumentPieces(call: ScriptedCall): readonly string[] {
  return call.pieces ?? halves(argumentText(call));
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
}

/** The proof that ends thinking, or the encrypted form of reasoning. */
export function signatureOf({ signature }: Answer, request: RecordedRequest): string | null {
  return signature === undefined ? `sig-${request.index}` : signature;
}

/** One event whose name is also in its data. */
export function namedFrame(event: Json): string {
  return `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}`;
}
