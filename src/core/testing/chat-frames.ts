import type { Answer, RecordedRequest, ScriptedCall } from './model-script.ts';
import { argumentPieces, argumentText, CREATED, callId, type Json, textPieces } from './script-parts.ts';

/** The `data:` events of an answer, in order, without the blank line that ends each. */
export function answerFrames(answer: Answer, request: RecordedRequest): string[] {
  const base = header(answer, request, 'chat.completion.chunk');
  const choice = (delta: Json, extra: Json = {}) =>
    `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...extra }] })}`;
  const frames = [choice({ role: 'assistant', content: '' }), ...deltas(answer, request).map((delta) => choice(delta))];
  const finish = finishReason(answer);
  const inChoice = answer.usageIn === 'choice' && answer.usage ? { usage: answer.usage } : {};
  if (finish !== null) frames.push(choice({}, { finish_reason: finish, ...inChoice }));
  if (answer.usage && answer.usageIn !== 'choice' && request.body.stream_options?.include_usage) {
    frames.push(`data: ${JSON.stringify({ ...base, choices: [], usage: answer.usage })}`);
  }
  if (answer.done !== false) frames.push('data: [DONE]');
  return frames;
}

/** The same answer for a request without `stream`. */
export function wholeAnswer(answer: Answer, request: RecordedRequest): Json {
  const calls = (answer.calls ?? []).map((call, index) => ({
    id: callId(call, request, index),
    type: 'function',
    function: { name: call.name, arguments: argumentText(call) },
  }));
  const message = {
    role: 'assistant',
    content: textPieces(answer).join('') || null,
    refusal: answer.refusal?.join('') ?? null,
    ...(answer.thinking ? { [answer.thinkingField ?? 'reasoning_content']: answer.thinking.join('') } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    ...header(answer, request, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    ...(answer.usage ? { usage: answer.usage } : {}),
  };
}

function header(answer: Answer, request: RecordedRequest, object: string): Json {
  return { id: `chatcmpl-${request.index}`, object, created: CREATED, model: answer.model ?? request.body.model };
}

function finishReason(answer: Answer): string | null {
  return answer.finish === undefined ? (answer.calls?.length ? 'tool_calls' : 'stop') : answer.finish;
}

function deltas(answer: Answer, request: RecordedRequest): Json[] {
  const field = answer.thinkingField ?? 'reasoning_content';
  return [
    ...(answer.thinking ?? []).map((text) => ({ [field]: text })),
    ...textPieces(answer).map((content) => ({ content })),
    ...(answer.refusal ?? []).map((refusal) => ({ refusal })),
    ...callDeltas(answer, request),
    ...(answer.deltas ?? []),
  ];
}

function callDeltas(answer: Answer, request: RecordedRequest): Json[] {
  const perCall = (answer.calls ?? []).map((call, index) => oneCall(call, index, request));
  const ordered = answer.interleave ? inTurns(perCall) : perCall.flat();
  return ordered.map((piece) => ({ tool_calls: [piece] }));
}

function oneCall(call: ScriptedCall, index: number, request: RecordedRequest): Json[] {
  const id = callId(call, request, index);
  const open = { index, ...(id === null ? {} : { id }), type: 'function', function: { name: call.name, arguments: '' } };
  return [open, ...argumentPieces(call).map((text) => ({ index, function: { arguments: text } }))];
}

function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}
