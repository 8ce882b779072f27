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
  readonly prints: Prints;
  /** How many messages are those of the request before. */
  readonly kept: number;
  /** Texts of parts that are new, other than those at the end of the conversation; in the first request, of what stands before the first answer. */
  readonly texts: readonly string[];
}

interface Part<P extends Print = Print> {
  readonly print: P;
  /** Undefined when it comes from another process: then only the print is known. */
  readonly value: { readonly of: unknown } | undefined;
}

interface Parts {
  readonly params: Part;
  readonly tools: Part;
  readonly system: Part;
  readonly messages: readonly Part<MessagePrint>[];
}

/** Hex digits of a hash: enough for the parts of one session. */
const DIGITS = 16;
/** What stands before the first answer is a few messages. */
const LEADING = 8;

/**
 * Takes the prints of requests that follow one another.
 *
 * What a request has in common with the one before is found by comparing values, and neither turned into bytes nor hashed again, so that a request
 * costs as much as what is new in it.
 */
export class Fingerprinter {
  #last: Parts | undefined;

  /** `last` is what is known of the request before, from another process. */
  constructor(last?: Prints) {
    this.#last = last && {
      params: known(last.params),
      tools: known(last.tools),
      system: known(last.system),
      messages: last.messages.map(known),
    };
  }

  take({ params, tools, system, messages }: SentRequest): Fingerprint {
    const last = this.#last;
    const parts: Parts = {
      params: same(params, last?.params) ?? partOf(params),
      tools: same(tools, last?.tools) ?? partOf(tools),
      system: same(system, last?.system) ?? partOf(system),
      messages: messages.map((message, index) => sameMessage(message, last?.messages[index]) ?? messagePart(message)),
    };
    this.#last = parts;
    const kept = keptMessages(last, parts);
    return { prints: printsOf(parts), kept, texts: last ? partedTexts(last, parts, kept) : leadingTexts(parts) };
  }
}

function known<P extends Print>(print: P): Part<P> {
  return { print, value: undefined };
}

/** The part of the request before, when it is certainly the same. */
function same<P extends Print>(value: unknown, last: Part<P> | undefined): Part<P> | undefined {
  return last?.value && sameJson(last.value.of, value) ? last : undefined;
}

function sameMessage({ role, value }: SentMessage, last: Part<MessagePrint> | undefined): Part<MessagePrint> | undefined {
  return last?.print.role === role ? same(value, last) : undefined;
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

function printsOf({ params, tools, system, messages }: Parts): Prints {
  return { params: params.print, tools: tools.print, system: system.print, messages: messages.map(({ print }) => print) };
}

export function samePrint(a: Print | undefined, b: Print | undefined): boolean {
  return a !== undefined && b !== undefined && a.hash === b.hash && a.bytes === b.bytes;
}

function keptMessages(last: Parts | undefined, { messages }: Parts): number {
  const differs = messages.findIndex(({ print }, index) => !samePrint(print, last?.messages[index]?.print));
  return differs === -1 ? messages.length : differs;
}

/** Both sides of what is not as it was; nothing when the request only goes on. */
function partedTexts(last: Parts, parts: Parts, kept: number): readonly string[] {
  const fixed = (['tools', 'system'] as const).map((name) => [last[name], parts[name]] as const);
  const [was, is] = [last.messages[kept], parts.messages[kept]];
  const message = was && is ? [[was, is] as const] : [];
  const parted = [...fixed, ...message].filter(([before, after]) => !samePrint(before.print, after.print));
  return parted.flat().flatMap(({ value }) => (value ? [textOf(value)] : []));
}

function leadingTexts({ tools, system, messages }: Parts): readonly string[] {
  const answer = messages.findIndex(({ print }) => print.role !== 'user');
  const leading = messages.slice(0, answer === -1 ? LEADING : Math.min(answer, LEADING));
  return [tools, system, ...leading].flatMap(({ value }) => (value?.of === undefined ? [] : [textOf(value)]));
}
