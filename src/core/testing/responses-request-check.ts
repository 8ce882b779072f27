import { responsesPartsFault } from './picture-check.ts';
import type { Json } from './script-parts.ts';

/** What the published Responses API would refuse about this request, in its words; `null` when it is well formed. */
export function responsesFault(body: Json): string | null {
  if (typeof body.model !== 'string' || body.model === '') return "Missing required parameter: 'model'.";
  if (!Array.isArray(body.input) || body.input.length === 0) return "Missing required parameter: 'input'.";
  return toolsFault(body.tools) ?? itemsFault(body.input as Json[], body.store === false);
}

function toolsFault(tools: unknown): string | null {
  if (tools === undefined) return null;
  if (!Array.isArray(tools)) return "Invalid type for 'tools': expected an array.";
  const wrong = tools.findIndex((tool: Json) => tool.type !== 'function' || !/^[\w-]{1,64}$/.test(String(tool.name)));
  return wrong < 0 ? null : `Invalid 'tools[${wrong}]'.`;
}

function itemsFault(items: readonly Json[], unstored: boolean): string | null {
  const calls = new Set<string>();
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item, items[index + 1], unstored) ?? callFault(item, calls);
    if (fault) return fault;
  }
  const [open] = calls;
  return open === undefined ? null : `No tool output found for function call ${open}.`;
}

function itemFault(item: Json, next: Json | undefined, unstored: boolean): string | null {
  switch (item.type) {
    case 'message':
      return item.role === 'user' || item.role === 'assistant'
        ? responsesPartsFault(item.content)
        : `Invalid value: '${String(item.role)}'.`;
    case 'reasoning': {
      if (unstored && !item.encrypted_content)
        return `Item with id '${String(item.id)}' not found. Items are not persisted when \`store\` is set to false.`;
      const followed =
        next?.type === 'reasoning' || next?.type === 'function_call' || (next?.type === 'message' && next.role === 'assistant');
      return followed ? null : `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`;
    }
    case 'function_call':
      return null;
    case 'function_call_output':
      return responsesPartsFault(item.output);
    default:
      return `Invalid value: '${String(item.type)}'.`;
  }
}

function callFault(item: Json, calls: Set<string>): string | null {
  const id = String(item.call_id);
  if (item.type === 'function_call') calls.add(id);
  if (item.type !== 'function_call_output') return null;
  return calls.delete(id) ? null : `No tool call found for function call output with call_id ${id}.`;
}
