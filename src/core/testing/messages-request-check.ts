import { messagesBlocksFault } from './picture-check.ts';
import type { Json } from './script-parts.ts';

type Block = Json & { readonly type?: unknown };
interface Turn {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** What the published Messages API would refuse about this request, in its words; `null` when it is well formed. */
export function messagesFault(body: Json): string | null {
  if (typeof body.model !== 'string' || body.model === '') return 'model: Field required';
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1) return 'max_tokens: Field required';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return 'messages: at least one message is required';
  const marks = JSON.stringify(body).split('"cache_control":').length - 1;
  if (marks > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`;
  return toolsFault(body.tools) ?? turnsFault(body.messages as Turn[]);
}

function toolsFault(tools: unknown): string | null {
  if (tools === undefined) return null;
  if (!Array.isArray(tools)) return 'tools: Input should be a valid array';
  const wrong = tools.findIndex(
    (tool: Json) => !/^[\w-]{1,128}$/.test(String(tool.name)) || (tool.input_schema as Json)?.type !== 'object',
  );
  return wrong < 0 ? null : `tools.${wrong}: Field required`;
}

function turnsFault(turns: readonly Turn[]): string | null {
  let open: string[] = [];
  for (const [index, { role, content }] of turns.entries()) {
    if (role !== 'user' && role !== 'assistant') return `messages.${index}.role: Input should be 'user' or 'assistant'`;
    if (!Array.isArray(content) || content.length === 0) return `messages.${index}: all messages must have non-empty content`;
    const blocks = content as Block[];
    const fault = role === 'user' ? userFault(blocks, open) : assistantFault(blocks, open);
    if (fault) return `messages.${index}: ${fault}`;
    open = role === 'user' ? [] : blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => String(id));
  }
  return open.length > 0 ? unanswered(open) : null;
}

function userFault(blocks: readonly Block[], open: readonly string[]): string | null {
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => String(tool_use_id));
  const missing = open.filter((id) => !results.includes(id));
  if (missing.length > 0) return unanswered(missing);
  const stray = results.find((id) => !open.includes(id));
  if (stray !== undefined) return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}.`;
  return messagesBlocksFault(blocks) ?? blankText(blocks);
}

function assistantFault(blocks: readonly Block[], open: readonly string[]): string | null {
  if (open.length > 0) return unanswered(open);
  if (/thinking$/.test(String(blocks.at(-1)?.type))) return 'The final block in an assistant message cannot be `thinking`.';
  if (blocks.some(({ type, signature }) => type === 'thinking' && !signature)) return 'content.0.thinking.signature: Field required';
  if (blocks.some(({ type, id }) => type === 'tool_use' && !/^[\w-]+$/.test(String(id))))
    return "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'";
  return blankText(blocks);
}

function blankText(blocks: readonly Block[]): string | null {
  const blank = blocks.some(({ type, text }) => type === 'text' && String(text).trim() === '');
  return blank ? 'text content blocks must contain non-whitespace text' : null;
}

function unanswered(ids: readonly string[]): string {
  return `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}.`;
}
