import type { OpenAI } from 'openai';
import { onceEach } from '../lib/once-each.ts';
import { ChatDecoder } from './chat-decoder.ts';
import { chatHistory, type EchoField, systemMessage, type WireMessage, type WireTool, wireTools } from './chat-messages.ts';
import { type ModelSpec, modelRef, type WirePorts } from './model-spec.ts';
import { openAiCache, openAiKeeps } from './openai-cache.ts';
import { openAiClient } from './openai-client.ts';
import type { Model, ModelRequest } from './provider.ts';
import type { SentRequest } from './sent/sent-request.ts';
import { sessionHeaders } from './session-headers.ts';
import { createWireModel } from './wire-model.ts';

/** A model behind the OpenAI Chat Completions API or one that speaks it. */
export function createChatModel(spec: ModelSpec, ports: WirePorts): Model {
  let client: Promise<OpenAI> | undefined;
  const history = chatHistory({ model: modelRef(spec), echo: echoField(spec) });
  const toolsOf = onceEach(wireTools);
  return createWireModel(spec, ports, {
    prepare(request) {
      const messages = [...systemMessage(request.system), ...history.take(request.messages, request.pictures)];
      const body = chatBody(spec, request, { messages, tools: toolsOf(request.tools) });
      return {
        parts: () => chatParts(body),
        async send(signal) {
          client ??= openAiClient(spec.endpoint, ports);
          const { chat } = await client;
          return chat.completions.create(body, { signal, headers: sessionHeaders(spec.endpoint, request) }).asResponse();
        },
      };
    },
    decoder: () => new ChatDecoder({ trustsCost: spec.endpoint.type === 'openrouter' && spec.price === undefined }),
  });
}

interface Content {
  readonly messages: WireMessage[];
  readonly tools: WireTool[];
}

function chatBody(spec: ModelSpec, request: ModelRequest, { messages, tools }: Content): OpenAI.ChatCompletionCreateParamsStreaming {
  const { endpoint, id, reasoning } = spec;
  return {
    ...outputLimit(spec),
    ...(reasoning.effort === undefined ? {} : { reasoning_effort: reasoning.effort as OpenAI.ReasoningEffort }),
    ...(endpoint.type === 'openai' ? openAiCache(id, request) : {}),
    ...spec.params,
    model: id,
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** The published API has a new name for it, which servers that speak the API mostly do not know. */
function outputLimit({ endpoint, maxOutputTokens }: ModelSpec): object {
  if (maxOutputTokens === undefined) return {};
  return endpoint.type === 'openai' ? { max_completion_tokens: maxOutputTokens } : { max_tokens: maxOutputTokens };
}

function echoField({ endpoint, reasoning }: ModelSpec): EchoField | undefined {
  if (!reasoning.echoBack) return undefined;
  return endpoint.type === 'openrouter' ? 'reasoning' : 'reasoning_content';
}

const ROLES: Readonly<Record<string, 'assistant' | 'tool'>> = { assistant: 'assistant', tool: 'tool' };

function chatParts({ messages, tools, ...params }: OpenAI.ChatCompletionCreateParamsStreaming): SentRequest {
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first : undefined;
  const sent = system === undefined ? messages : rest;
  return {
    params: { ...params },
    tools,
    system,
    messages: sent.map((value) => ({ role: ROLES[value.role] ?? 'user', value })),
    keeps: openAiKeeps(params),
  };
}
