import type { Anthropic } from '@anthropic-ai/sdk';
import { onceEach } from '../lib/once-each.ts';
import { anthropicClient } from './anthropic-client.ts';
import { type Cacheable, markForCache } from './messages-cache.ts';
import { MessagesDecoder } from './messages-decoder.ts';
import { messagesHistory, messagesSystem, messagesTools, type WireTurn } from './messages-input.ts';
import { type ModelSpec, modelRef, type WirePorts } from './model-spec.ts';
import type { Model } from './provider.ts';
import { KEPT_SHORTLY, type SentMessage, type SentRequest } from './sent/sent-request.ts';
import { sessionHeaders } from './session-headers.ts';
import { createWireModel } from './wire-model.ts';

/** Tokens of an answer where the configuration does not say: the API demands a number, and every Claude since the fourth takes this one. */
const OUTPUT_LIMIT = 32_000;

/** A model behind the Anthropic Messages API or one that speaks it. */
export function createMessagesModel(spec: ModelSpec, ports: WirePorts): Model {
  let client: Promise<Anthropic> | undefined;
  const history = messagesHistory(modelRef(spec));
  const toolsOf = onceEach(messagesTools);
  return createWireModel(spec, ports, {
    prepare(request) {
      const content: Cacheable = {
        system: messagesSystem(request.system),
        tools: toolsOf(request.tools),
        messages: history.take(request.messages, request.pictures),
      };
      const params = messagesParams(spec);
      return {
        parts: () => messagesParts(spec, params, content),
        async send(signal) {
          client ??= anthropicClient(spec.endpoint, ports);
          const body = messagesBody(params, markForCache(content, spec.cacheTtl));
          // Not `messages.create`: that writes its opinion of some models to the console.
          const options = { body, stream: true, signal, headers: sessionHeaders(spec.endpoint, request) };
          return (await client).post('/v1/messages', options).asResponse();
        },
      };
    },
    decoder: () => new MessagesDecoder(),
  });
}

type Params = Omit<Anthropic.MessageCreateParamsStreaming, 'system' | 'messages' | 'tools'>;

function messagesParams(spec: ModelSpec): Params {
  return {
    max_tokens: spec.maxOutputTokens ?? Math.min(spec.facts?.maxOutputTokens.value ?? OUTPUT_LIMIT, OUTPUT_LIMIT),
    ...thinking(spec.reasoning.effort),
    ...spec.params,
    model: spec.id,
    stream: true,
  };
}

function messagesBody({ stream, ...params }: Params, { system, messages, tools }: Cacheable): Anthropic.MessageCreateParamsStreaming {
  return {
    ...params,
    ...(system.length > 0 ? { system } : {}),
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    stream,
  };
}

function messagesParts(spec: ModelSpec, params: Params, { system, tools, messages }: Cacheable): SentRequest {
  return {
    params: { ...params },
    tools: tools.length > 0 ? tools : undefined,
    system: system.length > 0 ? system : undefined,
    messages: messages.map((value) => ({ role: roleOf(value), value })),
    keeps: spec.cacheTtl === '1h' ? 60 * 60_000 : KEPT_SHORTLY,
  };
}

function roleOf({ role, content }: WireTurn): SentMessage['role'] {
  return content[0]?.type === 'tool_result' ? 'tool' : role;
}

/** Models from before adaptive thinking take `thinking` in their `params` instead. */
function thinking(effort: string | undefined): Partial<Anthropic.MessageCreateParamsStreaming> {
  if (effort === undefined) return {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: effort as Anthropic.OutputConfig['effort'] & string },
  };
}
