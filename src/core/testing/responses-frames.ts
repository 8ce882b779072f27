import type { Answer, RecordedRequest, ScriptedCall } from './model-script.ts';
import { argumentPieces, argumentText, CREATED, callId, type Json, namedFrame, signatureOf, textPieces } from './script-parts.ts';

/** An output item: as it is announced, the events between, and as it is when whole. */
interface Item {
  readonly start: Json;
  readonly between: readonly Json[];
  readonly whole: Json;
}

/** The events of an answer of the Responses API, in order, without the blank line that ends each. */
export function responsesFrames(answer: Answer, request: RecordedRequest): string[] {
  const started = { ...envelope(answer, request), status: 'in_progress', output: [] };
  const events: Json[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...itemsOf(answer, request).flatMap((item, index) => itemEvents(item, index)),
    ...(answer.deltas ?? []),
  ];
  if (answer.finish !== null && answer.done !== false) {
    const response = responsesWhole(answer, request);
    events.push({ type: `response.${String(response.status)}`, response });
  }
  return events.map((event, sequence_number) => namedFrame({ ...event, sequence_number }));
}

/** The same answer for a request without `stream`. */
export function responsesWhole(answer: Answer, request: RecordedRequest): Json {
  const reason = REASONS[answer.finish ?? ''];
  return {
    ...envelope(answer, request),
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: itemsOf(answer, request).map(({ whole }) => whole),
    ...(answer.usage ? { usage: answer.usage } : {}),
  };
}

const REASONS: Readonly<Record<string, string>> = { length: 'max_output_tokens', content_filter: 'content_filter' };

function envelope(answer: Answer, request: RecordedRequest): Json {
  const model = answer.model ?? request.body.model;
  return { id: `resp_${request.index}`, object: 'response', created_at: CREATED, model, error: null, incomplete_details: null };
}

function itemEvents({ start, between, whole }: Item, output_index: number): Json[] {
  const at = { output_index };
  return [
    { type: 'response.output_item.added', ...at, item: start },
    ...between.map((event) => ({ ...event, ...at, item_id: start.id })),
    { type: 'response.output_item.done', ...at, item: whole },
  ];
}

function itemsOf(answer: Answer, request: RecordedRequest): Item[] {
  const pieces = textPieces(answer);
  return [
    ...(answer.thinking ? [reasoning(answer.thinking, `rs_${request.index}`, signatureOf(answer, request))] : []),
    ...(pieces.length > 0 ? [message(pieces, `msg_${request.index}`, 'output_text')] : []),
    ...(answer.refusal ? [message(answer.refusal, `msg_r${request.index}`, 'refusal')] : []),
    ...(answer.calls ?? []).map((call, index) => functionCall(call, `fc_${request.index}_${index}`, callId(call, request, index))),
  ];
}

/** Each piece is a part of the summary. */
function reasoning(pieces: readonly string[], id: string, encrypted: string | null): Item {
  const start = { type: 'reasoning', id, summary: [] };
  return {
    start,
    between: pieces.flatMap((text, summary_index): Json[] => [
      { type: 'response.reasoning_summary_part.added', summary_index, part: { type: 'summary_text', text: '' } },
      { type: 'response.reasoning_summary_text.delta', summary_index, delta: text },
      { type: 'response.reasoning_summary_text.done', summary_index, text },
    ]),
    whole: {
      ...start,
      summary: pieces.map((text) => ({ type: 'summary_text', text })),
      ...(encrypted === null ? {} : { encrypted_content: encrypted }),
    },
  };
}

function message(pieces: readonly string[], id: string, kind: 'output_text' | 'refusal'): Item {
  const start = { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] };
  const text = pieces.join('');
  const part = kind === 'refusal' ? { type: kind, refusal: text } : { type: kind, text, annotations: [] };
  return {
    start,
    between: [
      { type: 'response.content_part.added', content_index: 0, part: { ...part, [kind === 'refusal' ? 'refusal' : 'text']: '' } },
      ...pieces.map((delta) => ({ type: `response.${kind}.delta`, content_index: 0, delta })),
      { type: `response.${kind}.done`, content_index: 0, [kind === 'refusal' ? 'refusal' : 'text']: text },
      { type: 'response.content_part.done', content_index: 0, part },
    ],
    whole: { ...start, status: 'completed', content: [part] },
  };
}

function functionCall(call: ScriptedCall, id: string, call_id: string | null): Item {
  const start = {
    type: 'function_call',
    id,
    ...(call_id === null ? {} : { call_id }),
    name: call.name,
    arguments: '',
    status: 'in_progress',
  };
  return {
    start,
    between: [
      ...argumentPieces(call).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: argumentText(call) },
    ],
    whole: { ...start, status: 'completed', arguments: argumentText(call) },
  };
}
