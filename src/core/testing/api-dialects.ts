import { answerFrames, wholeAnswer } from './chat-frames.ts';
import { type ChatRequestBody, requestFault } from './chat-request-check.ts';
import { messagesFrames, messagesWhole } from './messages-frames.ts';
import { messagesFault } from './messages-request-check.ts';
import type { Answer, RecordedRequest } from './model-script.ts';
import { responsesFrames, responsesWhole } from './responses-frames.ts';
import { responsesFault } from './responses-request-check.ts';
import type { Json } from './script-parts.ts';

/** How the scripted server speaks one API. */
export interface Dialect {
  /** The events of an answer, in order, without the blank line that ends each. */
  readonly frames: (answer: Answer, request: RecordedRequest) => string[];
  /** The same answer for a request without `stream`. */
  readonly whole: (answer: Answer, request: RecordedRequest) => Json;
  /** What is wrong with a request, in the API's words. */
  readonly fault: (body: ChatRequestBody) => string | null;
  /** The body of a refusal. */
  readonly refusal: (message: string) => Json;
}

export function openAiRefusal(message: string): Json {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

const RESPONSES: Dialect = { frames: responsesFrames, whole: responsesWhole, fault: responsesFault, refusal: openAiRefusal };

/** By path. */
export const DIALECTS: Readonly<Record<string, Dialect>> = {
  '/v1/chat/completions': { frames: answerFrames, whole: wholeAnswer, fault: requestFault, refusal: openAiRefusal },
  '/v1/responses': RESPONSES,
  '/backend-api/codex/responses': RESPONSES,
  '/v1/messages': {
    frames: messagesFrames,
    whole: messagesWhole,
    fault: messagesFault,
    refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_scripted' }),
  },
};
