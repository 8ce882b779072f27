import type { ToolMessage } from '../../../shared/messages.ts';
import type { Clock } from '../../lib/ports.ts';
import type { ToolSchema } from '../provider.ts';
import type { SentPicture } from '../sent-pictures.ts';
import { objectOf, textOf, type WireObject } from '../wire-json.ts';
import { SERVER, toolNames } from './cli-arguments.ts';

/** How often a call that runs says so, in milliseconds; the program gives silent ones up. */
const HEARTBEAT = 20_000;

interface OpenCall {
  /** Of the program's request. */
  readonly request: string;
  readonly rpc: unknown;
  readonly progress: unknown;
}

interface Result {
  readonly text: string;
  readonly isError: boolean;
  readonly pictures?: readonly SentPicture[];
}

/** What goes along with a result. */
export interface Alongside {
  /** What a person typed meanwhile. */
  readonly text: string;
  readonly pictures: readonly SentPicture[];
}

/**
 * The server of our tools that the program talks to, over its own pipes: nothing listens on the network.
 *
 * A call waits here until the turn has run the tool. Call and result find each other by the id that the model gave the call, whichever comes first.
 */
export class ToolBridge {
  readonly #tools: readonly ToolSchema[];
  readonly #names: ReturnType<typeof toolNames>;
  readonly #write: (line: object) => void;
  readonly #clock: Clock;
  readonly #calls = new Map<string, OpenCall>();
  readonly #results = new Map<string, Result>();
  readonly #closed = new AbortController();
  #beats = 0;
  #beating = false;

  constructor(tools: readonly ToolSchema[], write: (line: object) => void, clock: Clock) {
    this.#tools = tools;
    this.#names = toolNames(tools.map(({ name }) => name));
    this.#write = write;
    this.#clock = clock;
  }

  ownName(called: string): string {
    return this.#names.own(called);
  }

  /** What the turn's tool said. */
  give({ callId, text, isError }: ToolMessage, more: Alongside): void {
    const result = { text: more.text === '' ? text : `${text}\n\n${more.text}`, isError, pictures: more.pictures };
    const call = this.#calls.get(callId);
    if (!call) this.#results.set(callId, result);
    else this.#answerCall(callId, call, result);
  }

  /** A line of the program that is a message to this server; false for any other. */
  take(line: WireObject): boolean {
    const request = objectOf(line.request);
    if (line.type !== 'control_request') return false;
    const id = textOf(line.request_id);
    if (request.subtype !== 'mcp_message' || request.server_name !== SERVER) this.#refuse(id, `${textOf(request.subtype)} is not served`);
    else this.#message(id, objectOf(request.message));
    return true;
  }

  close(): void {
    this.#closed.abort();
  }

  #message(request: string, message: WireObject): void {
    switch (message.method) {
      case 'initialize': {
        const { protocolVersion } = objectOf(message.params);
        const info = { name: SERVER, version: '1' };
        this.#reply(request, message.id, { protocolVersion, capabilities: { tools: {} }, serverInfo: info });
        return;
      }
      case 'tools/list':
        this.#reply(request, message.id, { tools: this.#tools.map((tool) => this.#listed(tool)) });
        return;
      case 'tools/call':
        this.#call(request, message);
        return;
      default:
        this.#reply(request, message.id, {});
    }
  }

  #listed({ name, description, parameters }: ToolSchema): object {
    return { name: this.#names.short(name), description, inputSchema: { type: 'object', ...parameters } };
  }

  #call(request: string, message: WireObject): void {
    const meta = objectOf(objectOf(message.params)._meta);
    const id = textOf(meta['claudecode/toolUseId']);
    const call = { request, rpc: message.id, progress: meta.progressToken };
    const result = this.#results.get(id);
    if (id === '') {
      const words = 'This version of the program does not say which call it makes.';
      this.#answerCall(id, call, { text: words, isError: true });
    } else if (result) this.#answerCall(id, call, result);
    else {
      this.#calls.set(id, call);
      if (!this.#beating) void this.#beat();
    }
  }

  #answerCall(id: string, call: OpenCall, { text, isError, pictures = [] }: Result): void {
    this.#calls.delete(id);
    this.#results.delete(id);
    const images = pictures.map(({ data, mime }) => ({ type: 'image', data, mimeType: mime }));
    this.#reply(call.request, call.rpc, { content: [{ type: 'text', text }, ...images], isError });
  }

  async #beat(): Promise<void> {
    this.#beating = true;
    while (this.#calls.size > 0 && !this.#closed.signal.aborted) {
      await this.#clock.sleep(HEARTBEAT, this.#closed.signal);
      this.#beats += 1;
      for (const { progress } of this.#calls.values()) this.#progress(progress);
    }
    this.#beating = false;
  }

  #progress(progressToken: unknown): void {
    if (progressToken === undefined || this.#closed.signal.aborted) return;
    const message = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: this.#beats } };
    const request = { subtype: 'mcp_message', server_name: SERVER, message };
    this.#write({ type: 'control_request', request_id: `beat-${this.#beats}`, request });
  }

  #reply(request: string, id: unknown, result: object): void {
    const response = { mcp_response: { jsonrpc: '2.0', id: id ?? 0, result } };
    this.#write({ type: 'control_response', response: { subtype: 'success', request_id: request, response } });
  }

  #refuse(request: string, error: string): void {
    this.#write({ type: 'control_response', response: { subtype: 'error', request_id: request, error } });
  }
}
