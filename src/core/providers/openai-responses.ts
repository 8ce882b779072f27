import type { OpenAI } from 'openai';
import { onceEach } from '../lib/once-each.ts';
import { type ModelSpec, modelRef, type WirePorts } from './model-spec.ts';
import { openAiCache, openAiKeeps } from './openai-cache.ts';
import { openAiClient } from './openai-client.ts';
import type { Model, ModelRequest } from './provider.ts';
import { ResponsesDecoder } from './responses-decoder.ts';
import { responsesHistory, responsesTools } from './responses-input.ts';
import type { SentMessage, SentRequest } from './sent/sent-request.ts';
import { sessionHeaders } from './session-headers.ts';
import { createWireModel } from './wire-model.ts';

/** These have no reasoning, and refuse to be asked for its encrypted form. */
const WITHOUT_REASONING = /^(gpt-[34]|chatgpt-|gpt-5[\d.]*-chat)/;

/** A model behind the OpenAI Responses API or one that speaks it. Nothing is stored there: each request carries the whole conversation. */
export function createResponsesModel(spec: ModelSpec, ports: WirePorts): Model {
  let client: Promise<OpenAI> | undefined;
  const history = responsesHistory(modelRef(spec));
  const toolsOf = onceEach(responsesTools);
  return createWireModel(spec, ports, {
    prepare(request) {
      const content = { input: history.take(request.messages, request.pictures), tools: toolsOf(request.tools) };
      const body = responsesBody(spec, request, content);
      return {
        parts: () => responsesParts(body),
        async send(signal) {
          client ??= openAiClient(spec.endpoint, ports);
          const { responses } = await client;
          return responses.create(body, { signal, headers: sessionHeaders(spec.endpoint, request) }).asResponse();
        },
      };
    },
    decoder: () => new ResponsesDecoder(),
  });
}

type Body = Omit<OpenAI.Responses.ResponseCreateParamsStreaming, 'input'> & { readonly input: OpenAI.Responses.ResponseInputItem[] };

interface Content {
  readonly input: Body['input'];
  readonly tools: OpenAI.Responses.FunctionTool[];
}

/** The back end of Codex refuses the output limit and the retention of the cache. */
function responsesBody(spec: ModelSpec, request: ModelRequest, { input, tools }: Content): Body {
  const { endpoint, id, reasoning, maxOutputTokens } = spec;
  return {
    ...(maxOutputTokens === undefined || endpoint.type === 'codex' ? {} : { max_output_tokens: maxOutputTokens }),
    ...(reasoning.effort === undefined
      ? {}
      : { reasoning: { effort: reasoning.effort as NonNullable<OpenAI.ReasoningEffort>, summary: 'auto' as const } }),
    ...(endpoint.type === 'openai' ? openAiCache(id, request) : {}),
    ...(endpoint.type === 'codex' ? { prompt_cache_key: request.cacheKey } : {}),
    ...(WITHOUT_REASONING.test(id)
      ? {}
      : { include: ['reasoning.encrypted_content'] as const satisfies OpenAI.Responses.ResponseIncludable[] }),
    ...spec.params,
    model: id,
    ...(request.system === '' ? {} : { instructions: request.system }),
    input,
    ...(tools.length > 0 ? { tools } : {}),
    store: false,
    stream: true,
  };
}

function responsesParts({ instructions, input, tools, ...params }: Body): SentRequest {
  return {
    params: { ...params },
    tools,
    system: instructions,
    messages: input.map((value) => ({ role: roleOf(value), value })),
    keeps: openAiKeeps(params),
  };
}

function roleOf(item: OpenAI.Responses.ResponseInputItem): SentMessage['role'] {
  if (item.type === 'function_call_output') return 'tool';
  return 'role' in item && item.role === 'user' ? 'user' : 'assistant';
}
