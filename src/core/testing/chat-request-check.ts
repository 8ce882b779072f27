import { chatContentFault } from './picture-check.ts';

/** The parts of a Chat Completions request that the scripted server looks at; everything else is kept as it came. */
export interface ChatRequestBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly { readonly type: string; readonly function: { readonly name: string; readonly parameters?: unknown } }[];
  readonly [key: string]: unknown;
}

export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** What the published API would refuse about this request, in its words; `null` when it is well formed. */
export function requestFault(body: ChatRequestBody): string | null {
  if (typeof body.model !== 'string' || body.model === '') return 'you must provide a model parameter';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "Invalid 'messages': expected a non-empty array.";
  if (body.stream_options !== undefined && body.stream !== true) return "'stream_options' is only allowed with 'stream'.";
  return toolsFault(body.tools) ?? messagesFault(body.messages);
}

function toolsFault(tools: ChatRequestBody['tools']): string | null {
  if (tools === undefined) return null;
  if (!Array.isArray(tools) || tools.length === 0) return "Invalid 'tools': expected a non-empty array.";
  const wrong = tools.find((tool) => tool.type !== 'function' || !/^[\w-]{1,64}$/.test(tool.function?.name ?? ''));
  return wrong ? `Invalid 'tools': ${JSON.stringify(wrong).slice(0, 80)}` : null;
}

function messagesFault(messages: readonly ChatMessage[]): string | null {
  const open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const fault = messageFault(message, open);
    if (fault) return `Invalid 'messages[${index}]': ${fault}`;
  }
  return open.size > 0 ? unanswered(open) : null;
}

function messageFault(message: ChatMessage, open: Set<string>): string | null {
  if (!ROLES.has(message.role)) return `unknown role '${message.role}'.`;
  const content = chatContentFault(message.role, message.content);
  if (content) return content;
  if (message.role === 'tool') {
    return open.delete(message.tool_call_id ?? '') ? null : "role 'tool' must be a response to a preceding message with 'tool_calls'.";
  }
  if (open.size > 0) return unanswered(open);
  const calls = message.tool_calls ?? [];
  if (message.tool_calls && calls.length === 0) return "'tool_calls' must not be empty.";
  if (calls.length === 0 && typeof message.content !== 'string' && !Array.isArray(message.content)) return "'content' is missing.";
  for (const call of calls) {
    if (!call.id || call.type !== 'function' || typeof call.function?.arguments !== 'string') return "malformed 'tool_calls'.";
    open.add(call.id);
  }
  return null;
}

function unanswered(open: ReadonlySet<string>): string {
  return `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${[...open].join(', ')}`;
}
