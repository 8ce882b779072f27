/**
 * Messages of D-Bus, as far as a notification service needs them: little-endian, with bodies of strings, numbers and lists of strings.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol
 */

export type Value =
  | { readonly type: 's' | 'o' | 'g'; readonly value: string }
  | { readonly type: 'u'; readonly value: number }
  | { readonly type: 'as'; readonly value: readonly string[] };

export const KIND = { call: 1, reply: 2, error: 3, signal: 4 } as const;

export interface Message {
  readonly kind: number;
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly sender?: string;
  readonly replyTo?: number;
  /** Still packed. */
  readonly body: Reader;
}

export interface Outgoing {
  readonly kind: number;
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly destination?: string;
  readonly replyTo?: number;
  readonly body?: readonly Value[];
}

class Writer {
  #bytes = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.#bytes;
  }

  align(to: number): void {
    this.add(Buffer.alloc((to - (this.#bytes.length % to)) % to));
  }

  add(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  uint(value: number): void {
    this.align(4);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.add(bytes);
  }

  put({ type, value }: Value): void {
    if (type === 'u') this.uint(value);
    else if (type === 'g') this.add(Buffer.from([value.length, ...Buffer.from(value), 0]));
    else if (type === 'as') this.#list(value);
    else this.#text(value);
  }

  #text(value: string): void {
    const bytes = Buffer.from(value);
    this.uint(bytes.length);
    this.add(Buffer.concat([bytes, Buffer.from([0])]));
  }

  #list(values: readonly string[]): void {
    const inner = new Writer();
    for (const value of values) inner.put({ type: 's', value });
    this.uint(inner.bytes.length);
    this.add(inner.bytes);
  }
}

/** Takes values out of a body, one after the other. */
export class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length;
  }

  align(to: number): void {
    this.#at = Math.ceil(this.#at / to) * to;
  }

  byte(): number {
    this.#at += 1;
    return this.#bytes[this.#at - 1] ?? 0;
  }

  uint(): number {
    this.align(4);
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  text(length = this.uint()): string {
    const from = this.#at;
    this.#at += length + 1;
    return this.#bytes.toString('utf8', from, from + length);
  }

  list(): readonly string[] {
    const length = this.uint();
    const end = this.#at + length;
    const values: string[] = [];
    while (this.#at < end) values.push(this.text());
    return values;
  }
}

/** Numbers of the header fields that are used here. */
const FIELDS = { path: 1, interface: 2, member: 3, replyTo: 5, destination: 6, sender: 7, signature: 8 } as const;

export function pack({ kind, serial, body = [], ...header }: Outgoing): Buffer {
  const packed = new Writer();
  for (const value of body) packed.put(value);
  const fields = new Writer();
  const field = (number: number, value: Value) => {
    fields.align(8);
    fields.add(Buffer.from([number]));
    fields.put({ type: 'g', value: value.type });
    fields.put(value);
  };
  if (header.path !== undefined) field(FIELDS.path, { type: 'o', value: header.path });
  if (header.interface !== undefined) field(FIELDS.interface, { type: 's', value: header.interface });
  if (header.member !== undefined) field(FIELDS.member, { type: 's', value: header.member });
  if (header.replyTo !== undefined) field(FIELDS.replyTo, { type: 'u', value: header.replyTo });
  if (header.destination !== undefined) field(FIELDS.destination, { type: 's', value: header.destination });
  if (body.length > 0) field(FIELDS.signature, { type: 'g', value: body.map(({ type }) => type).join('') });
  const message = new Writer();
  message.add(Buffer.from(['l'.charCodeAt(0), kind, 0, 1]));
  message.uint(packed.bytes.length);
  message.uint(serial);
  message.uint(fields.bytes.length);
  message.add(fields.bytes);
  message.align(8);
  message.add(packed.bytes);
  return message.bytes;
}

const FIXED = 16;

/** The first whole message of what came, and how many bytes it takes. */
export function unpack(bytes: Buffer): { readonly message: Message; readonly size: number } | undefined {
  if (bytes.length < FIXED) return undefined;
  const fields = bytes.readUInt32LE(12);
  const from = Math.ceil((FIXED + fields) / 8) * 8;
  const size = from + bytes.readUInt32LE(4);
  if (bytes.length < size) return undefined;
  const message = { kind: bytes[1] ?? 0, serial: bytes.readUInt32LE(8), body: new Reader(bytes.subarray(from, size)) };
  return { message: { ...message, ...headerOf(new Reader(bytes.subarray(FIXED, FIXED + fields))) }, size };
}

function headerOf(reader: Reader): Partial<Message> {
  const names = new Map<number, string>(Object.entries(FIELDS).map(([name, number]) => [number, name]));
  const found: Record<string, string | number> = {};
  while (!reader.ended) {
    reader.align(8);
    const name = names.get(reader.byte());
    const type = reader.text(reader.byte());
    const value = type === 'u' ? reader.uint() : type === 'g' ? reader.text(reader.byte()) : reader.text();
    if (name !== undefined) found[name] = value;
  }
  return found;
}
