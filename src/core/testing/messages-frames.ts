import type { Answer, RecordedRequest } from './model-script.ts';
import { argumentPieces, argumentText, callId, type Json, namedFrame, signatureOf, textPieces } from './script-parts.ts';

/** A content block: as it is announced, the pieces that follow, and as it is when whole. */
interface Block {
  readonly start: Json;
  readonly deltas: readonly Json[];
  readonly whole: Json;
}

const PING: Json = { type: 'ping' };

/** The events of an answer of the Messages API, in order, without the blank line that ends each. */
export function messagesFrames(answer: Answer, request: RecordedRequest): string[] {
  const { output_tokens: output, ...prompt } = answer.usage ?? {};
  const counted = answer.usage ? { usage: { ...prompt, output_tokens: 1 } } : {};
  const message = { ...envelope(answer, request), content: [], stop_reason: null, stop_sequence: null, ...counted };
  const events: Json[] = [
    { type: 'message_start', message },
    ...blocksOf(answer, request).flatMap((block, index) => blockEvents(block, index)),
    ...(answer.deltas ?? []),
  ];
  const reason = stopReason(answer);
  if (reason !== null) {
    const usage = answer.usage ? { usage: { output_tokens: output } } : {};
    events.push({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, ...usage });
  }
  if (answer.done !== false) events.push({ type: 'message_stop' });
  return events.map(namedFrame);
}

/** The same answer for a request without `stream`. */
export function messagesWhole(answer: Answer, request: RecordedRequest): Json {
  return {
    ...envelope(answer, request),
    content: blocksOf(answer, request).map(({ whole }) => whole),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    ...(answer.usage ? { usage: answer.usage } : {}),
  };
}

function envelope(answer: Answer, request: RecordedRequest): Json {
  return { id: `msg_${request.index}`, type: 'message', role: 'assistant', model: answer.model ?? request.body.model };
}

function blockEvents({ start, deltas }: Block, index: number): Json[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...(index === 0 ? [PING] : []),
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function blocksOf(answer: Answer, request: RecordedRequest): Block[] {
  const texts = [...textPieces(answer), ...(answer.refusal ?? [])];
  return [
    ...(answer.thinking ? [thinkingBlock(answer.thinking, signatureOf(answer, request))] : []),
    ...(texts.length > 0 ? [textBlock(texts)] : []),
    ...(answer.calls ?? []).map((call, index): Block => {
      const start = { type: 'tool_use', id: callId(call, request, index), name: call.name };
      const deltas = argumentPieces(call).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
      return { start: { ...start, input: {} }, deltas, whole: { ...start, input: JSON.parse(argumentText(call) || '{}') } };
    }),
  ];
}

function thinkingBlock(pieces: readonly string[], signature: string | null): Block {
  const deltas = pieces.map((thinking) => ({ type: 'thinking_delta', thinking }));
  const signed = signature === null ? [] : [{ type: 'signature_delta', signature }];
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [...deltas, ...signed],
    whole: { type: 'thinking', thinking: pieces.join(''), signature: signature ?? '' },
  };
}

function textBlock(pieces: readonly string[]): Block {
  return {
    start: { type: 'text', text: '' },
    deltas: pieces.map((text) => ({ type: 'text_delta', text })),
    whole: { type: 'text', text: pieces.join('') },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  tool_calls: 'tool_use',
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
};

function stopReason({ finish, calls, refusal }: Answer): string | null {
  if (finish === null) return null;
  if (finish !== undefined) return REASONS[finish] ?? finish;
  if (refusal) return 'refusal';
  return calls?.length ? 'tool_use' : 'end_turn';
}
