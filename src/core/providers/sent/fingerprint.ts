import { createHash } from 'node:crypto';
import { sameJson } from './same-json.ts';
import type { SentMessage, SentRequest } from './sent-request.ts';

/** One part of a request: which bytes it is, and how many. */
export interface Print {
  readonly hash: string;
  readonly bytes: number;
  /** Bytes of text that would take about as many tokens; absent is `bytes`. Pictures are much longer than what they take. */
  readonly weight?: number;
}

export interface MessagePrint extends Print {
  readonly role: SentMessage['role'];
}

/** The parts of a request, in the order in which providers keep them. Absent ones have no bytes. */
export interface Prints {
  readonly params: Print;
  readonly tools: Print;
  readonly system: Print;
  readonly messages: readonly MessagePrint[];
}

export interface Fingerprint {
  readonly head: Omit<Prints, 'messages'>;
  /** How many messages are those of the request before. */
  readonly kept: number;
  /** Those that follow them. */
  readonly added: readonly MessagePrint[];
  /** Texts of parts that are new, other than those at the end of the conversation; in the first request, of what stands before the first answer. */
  readonly texts: readonly string[];
}

interface Part<P extends Print = Print> {
  readonly print: P;
  /** Undefined when it comes from another process: then only the print is known. */
  readonly value: { readonly of: unknown } | undefined;
}

interface Head {
  readonly params: Part;
  readonly tools: Part;
  readonly system: Part;
}

/** Hex digits of a hash: enough for the parts of one session. */
const DIGITS = 16;
/** What stands before the first answer is a few messages. */
const LEADING = 8;

/**
 * Takes the prints of requests that follow one another.
 *
 * What a request has in common with the one before is found by comparing values, and neither turned into bytes nor hashed again: that takes a small part
 * of the time in which its JSON is made.
 */
export class Fingerprinter {
  #head: Head | undefined;
  readonly #messages: Part<MessagePrint>[];

  /** `last` is what is known of the request before, from another process. */
  constructor(last?: Prints) {
    this.#head = last && { params: known(last.params), tools: known(last.tools), system: known(last.system) };
    this.#messages = last?.messages.map(known) ?? [];
  }

  take({ params, tools, system, messages }: SentRequest): Fingerprint {
    const last = this.#head;
    const head: Head = {
      params: same(params, last?.params) ?? partOf(params),
      tools: same(tools, last?.tools) ?? partOf(tools),
      system: same(system, last?.system) ?? partOf(system),
    };
    this.#head = head;
    const kept = this.#keep(messages);
    const added = messages.slice(kept).map(messagePart);
    const texts = last ? partedTexts(last, head, [this.#messages[kept], added[0]]) : leadingTexts(head, added);
    this.#messages.splice(kept, this.#messages.length, ...added);
    return {
      head: { params: head.params.print, tools: head.tools.print, system: head.system.print },
      kept,
      added: added.map(({ print }) => print),
      texts,
    };
  }

  /** How many messages are as they were. */
  #keep(messages: readonly SentMessage[]): number {
    const most = Math.min(messages.length, this.#messages.length);
    for (let kept = 0; kept < most; kept += 1) {
      const [message, last] = [messages[kept], this.#messages[kept]];
      if (!message || !last) return kept;
      if (sameMessage(message, last)) continue;
      const part = messagePart(message);
      if (part.print.role !== last.print.role || !samePrint(part.print, last.print)) return kept;
      this.#messages[kept] = part;
    }
    return most;
  }
}

function known<P extends Print>(print: P): Part<P> {
  return { print, value: undefined };
}

/** The part of the request before, when it is certainly the same. */
function same<P extends Print>(value: unknown, last: Part<P> | undefined): Part<P> | undefined {
  return last?.value && sameJson(last.value.of, value) ? last : undefined;
}

function sameMessage({ role, value }: SentMessage, last: Part<MessagePrint>): boolean {
  return last.value !== undefined && last.print.role === role && sameJson(last.value.of, value);
}

function messagePart({ role, value }: SentMessage): Part<MessagePrint> {
  const { print } = partOf(value);
  return { print: { role, ...print }, value: { of: value } };
}

function partOf(value: unknown): Part {
  const text = textOf({ of: value });
  const bytes = Buffer.byteLength(text);
  const weight = bytes - surplusOf(text);
  return { print: { hash: hashOf(text), bytes, ...(weight === bytes ? {} : { weight }) }, value: { of: value } };
}

/** As it stands in a body. */
function textOf({ of }: { readonly of: unknown }): string {
  return of === undefined ? '' : JSON.stringify(of);
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}

const PICTURE = /"(?:data:image\/[a-z]+;base64,)?[A-Za-z0-9+/=]{2048,}"/g;
/** Bytes of text that take about as many tokens as a picture does. */
const PICTURE_WEIGHT = 5_000;

function surplusOf(text: string): number {
  if (text.length < 2_048 || !text.includes('image')) return 0;
  return [...text.matchAll(PICTURE)].reduce((sum, [data]) => sum + Math.max(0, data.length - PICTURE_WEIGHT), 0);
}

export function samePrint(a: Print | undefined, b: Print | undefined): boolean {
  return a !== undefined && b !== undefined && a.hash === b.hash && a.bytes === b.bytes;
}

/** Both sides of what is not as it was; nothing when the request only goes on. */
function partedTexts(last: Head, head: Head, [was, is]: readonly [Part | undefined, Part | undefined]): readonly string[] {
  const fixed = (['tools', 'system'] as const).map((name) => [last[name], head[name]] as const);
  const parted = fixed.filter(([before, after]) => !samePrint(before.print, after.print));
  return [...parted, ...(was && is ? [[was, is] as const] : [])].flat().flatMap(({ value }) => (value ? [textOf(value)] : []));
}

function leadingTexts({ tools, system }: Head, messages: readonly Part<MessagePrint>[]): readonly string[] {
  const answer = messages.findIndex(({ print }) => print.role !== 'user');
  const leading = messages.slice(0, answer === -1 ? LEADING : Math.min(answer, LEADING));
  return [tools, system, ...leading].flatMap(({ value }) => (value?.of === undefined ? [] : [textOf(value)]));
}
