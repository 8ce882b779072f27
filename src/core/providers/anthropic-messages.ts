import type { Anthropic } from '@anthropic-ai/sdk';
import { anthropicClient } from './anthropic-client.ts';
import { markForCache } from './messages-cache.ts';
import { MessagesDecoder } from './messages-decoder.ts';
import { messagesHistory, messagesSystem, messagesTools } from './messages-input.ts';
import { type ModelSpec, modelRef, type WirePorts } from './model-spec.ts';
import type { Model, ModelRequest } from './provider.ts';
import { sessionHeaders } from './session-headers.ts';
import { createWireModel } from './wire-model.ts';

/** Tokens of an answer where the configuration does not say: the API demands a number, and every Claude since the fourth takes this one. */
const OUTPUT_LIMIT = 32_000;

/** A model behind the Anthropic Messages API or one that speaks it. */
export function createMessagesModel(spec: ModelSpec, ports: WirePorts): Model {
  let client: Promise<Anthropic> | undefined;
  return createWireModel(spec, ports, {
    async send(request, signal) {
      client ??= anthropicClient(spec.endpoint, ports);
      // Not `messages.create`: that writes its opinion of some models to the console.
      const options = { body: messagesBody(spec, request), stream: true, signal, headers: sessionHeaders(spec.endpoint, request) };
      return (await client).post('/v1/messages', options).asResponse();
    },
    decoder: () => new MessagesDecoder(),
  });
}

function messagesBody(spec: ModelSpec, request: ModelRequest): Anthropic.MessageCreateParamsStreaming {
  const content = {
    system: messagesSystem(request.system),
    tools: messagesTools(request.tools),
    messages: messagesHistory(request.messages, modelRef(spec), request.pictures),
  };
  const marked = markForCache(content, spec.cacheTtl);
  return {
    max_tokens: spec.maxOutputTokens ?? Math.min(spec.facts?.maxOutputTokens.value ?? OUTPUT_LIMIT, OUTPUT_LIMIT),
    ...thinking(spec.reasoning.effort),
    ...spec.params,
    model: spec.id,
    ...(marked.system.length > 0 ? { system: marked.system } : {}),
    messages: marked.messages,
    ...(marked.tools.length > 0 ? { tools: marked.tools } : {}),
    stream: true,
  };
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
