import type { RecordedRequest } from './model-script.ts';

/** A body as it arrived, taken apart in the order in which providers cache it. Every part is the text that stood in it, without cache marks. */
export interface ArrivedBody {
  readonly model: string;
  readonly tools: string;
  readonly system: string;
  readonly messages: readonly string[];
}

const MARKS = /,"cache_control":\{"type":"ephemeral"(?:,"ttl":"1h")?\}/g;

/** Rejects a body whose parts, put together again, are not what arrived. */
export function arrivedBody({ bytes, path }: Pick<RecordedRequest, 'bytes' | 'path'>): ArrivedBody {
  const text = bytes.toString('utf8').replaceAll(MARKS, '');
  const body = JSON.parse(text) as Record<string, unknown>;
  const field = path.endsWith('/responses') ? 'input' : 'messages';
  const items = (body[field] as readonly unknown[]).map((item) => JSON.stringify(item));
  const isChat = path.endsWith('/chat/completions');
  const inside = isChat && items[0]?.startsWith('{"role":"system"') ? items[0] : undefined;
  const own = inside ?? JSON.stringify(body.system ?? body.instructions) ?? '';
  const tools = JSON.stringify(body.tools) ?? '';
  for (const part of [`"${field}":[${items.join(',')}]`, tools, own])
    if (!text.includes(part)) throw new Error(`not as it arrived: ${part}`);
  return { model: String(body.model), tools, system: own, messages: inside === undefined ? items : items.slice(1) };
}

/** Where two bodies begin to differ, looked for byte by byte; undefined when one holds all of the other. */
export function firstDifference(a: ArrivedBody, b: ArrivedBody): { readonly part: string | number; readonly byte: number } | undefined {
  for (const part of ['model', 'tools', 'system'] as const) if (a[part] !== b[part]) return { part, byte: firstByteOf(a[part], b[part]) };
  for (let index = 0; index < Math.min(a.messages.length, b.messages.length); index += 1) {
    const [was = '', is = ''] = [a.messages[index], b.messages[index]];
    if (was !== is) return { part: index, byte: firstByteOf(was, is) };
  }
  return undefined;
}

function firstByteOf(was: string, is: string): number {
  const [a, b] = [Buffer.from(was), Buffer.from(is)];
  let byte = 0;
  while (byte < a.length && byte < b.length && a[byte] === b[byte]) byte += 1;
  return byte;
}

/** A provider's prompt cache: how many tokens of a body it takes, and how many of them it has. Four bytes are a token. */
export class ScriptedCache {
  #kept: ArrivedBody[] = [];

  take(request: Pick<RecordedRequest, 'bytes' | 'path'>): { readonly input: number; readonly read: number } {
    const body = arrivedBody(request);
    const read = Math.max(0, ...this.#kept.map((kept) => commonBytes(kept, body)));
    this.#kept.push(body);
    return { input: tokens(sizeOf(body)), read: tokens(read) };
  }

  /** As after a long pause. */
  forget(): void {
    this.#kept = [];
  }
}

function tokens(bytes: number): number {
  return Math.round(bytes / 4);
}

function sizeOf({ tools, system, messages }: ArrivedBody): number {
  return [tools, system, ...messages].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

/** Whole parts only, as the marks of a cache stand at the ends of messages. */
function commonBytes(kept: ArrivedBody, body: ArrivedBody): number {
  const difference = firstDifference(kept, body);
  const shared = Math.min(kept.messages.length, body.messages.length);
  if (difference === undefined) return sizeOf({ ...body, messages: body.messages.slice(0, shared) });
  if (difference.part === 'model' || difference.part === 'tools') return 0;
  if (difference.part === 'system') return Buffer.byteLength(body.tools);
  return sizeOf({ ...body, messages: body.messages.slice(0, Number(difference.part)) });
}
