import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
export type CdpMethod = keyof Commands;
export type CdpEvent = keyof Events;
export type CdpParams<M extends CdpMethod> = Commands[M]['paramsType'][0];
export type CdpResult<M extends CdpMethod> = Commands[M]['returnType'];
export type CdpListener<E extends CdpEvent> = (payload: Events[E][0]) => void;

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

type AnyListener = (payload: never) => void;

/** The browser said no to a command, or is gone. */
class CdpError extends Error {
  override readonly name = 'CdpError';
}

/** The DevTools protocol over a pair of pipes: JSON texts ended by NUL, both ways. */
export class CdpConnection {
  readonly #output: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<string, CdpSession>();
  #rest = '';
  #last = 0;
  #closed = false;
  /** Commands and events of the browser itself. */
  readonly browser: CdpSession;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    this.browser = this.session();
    const decoder = new StringDecoder('utf8');
    input.on('data', (chunk: Buffer) => this.#read(decoder.write(chunk)));
    for (const event of ['end', 'close', 'error']) input.on(event, () => this.#close());
    output.on('error', () => this.#close());
  }

  /** The session of an attached target; without an id the browser's own. */
  session(id?: string): CdpSession {
    const session = new CdpSession((method, params) => this.#send(method, params, id));
    this.#sessions.set(id ?? '', session);
    return session;
  }

  forget(id: string): void {
    this.#sessions.delete(id);
  }

  #send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    if (this.#closed) return Promise.reject(new CdpError(`${method}: the browser is gone`));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#take(JSON.parse(part) as Incoming);
  }

  #take(message: Incoming): void {
    if (message.id === undefined) {
      this.#sessions.get(message.sessionId ?? '')?.emit(message.method ?? '', message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new CdpError(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  }

  #close(): void {
    this.#closed = true;
    for (const { method, reject } of this.#waiting.values()) reject(new CdpError(`${method}: the browser is gone`));
    this.#waiting.clear();
  }
}

export class CdpSession {
  readonly #send: (method: string, params: unknown) => Promise<unknown>;
  readonly #listeners = new Map<string, AnyListener[]>();

  constructor(send: (method: string, params: unknown) => Promise<unknown>) {
    this.#send = send;
  }

  async send<M extends CdpMethod>(method: M, params?: CdpParams<M>): Promise<CdpResult<M>> {
    return (await this.#send(method, params ?? {})) as CdpResult<M>;
  }

  /** For commands whose failure only says that the window or the page is gone by now. */
  async tell<M extends CdpMethod>(method: M, params?: CdpParams<M>): Promise<void> {
    try {
      await this.#send(method, params ?? {});
    } catch (error) {
      if (!(error instanceof CdpError)) throw error;
    }
  }

  on<E extends CdpEvent>(event: E, listener: CdpListener<E>): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener as AnyListener]);
  }

  off<E extends CdpEvent>(event: E, listener: CdpListener<E>): void {
    this.#listeners.set(
      event,
      (this.#listeners.get(event) ?? []).filter((one) => one !== listener),
    );
  }

  /** Called by the connection with what it read. */
  emit(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload as never);
  }
}
