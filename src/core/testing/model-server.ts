import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DIALECTS, type Dialect, openAiRefusal } from './api-dialects.ts';
import type { ChatRequestBody } from './chat-request-check.ts';
import type { Answer, FrameControl, RawReply, RecordedRequest, Reply, Script } from './model-script.ts';

/** A model server on 127.0.0.1 that answers by a script. It speaks Chat Completions, Responses and Messages as published and refuses malformed requests. */
export interface ModelServer {
  /** What goes into `base_url`: `http://127.0.0.1:<port>/v1`. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** How many TCP connections were accepted so far. */
  connections(): number;
  /** Resolves with request `index`, when it has arrived. */
  request(index: number): Promise<RecordedRequest>;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /** What `GET /v1/models` lists. */
  readonly models?: readonly string[];
  /** Asked first; true when it has answered. */
  readonly other?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

export async function startModelServer(script: Script, options: ModelServerOptions = {}): Promise<ModelServer> {
  const recorder = createRecorder();
  const server = createServer(
    (request, response) => void handle({ request, response, script, recorder, models: options.models ?? ['scripted'] }, options.other),
  );
  server.keepAliveTimeout = 60_000;
  server.on('connection', recorder.connected);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: recorder.requests,
    connections: () => recorder.count(),
    request: recorder.request,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Recorder = ReturnType<typeof createRecorder>;

function createRecorder() {
  const requests: RecordedRequest[] = [];
  const waiting = new Map<number, (request: RecordedRequest) => void>();
  const numbers = new WeakMap<Socket, number>();
  let connections = 0;
  return {
    requests,
    count: () => connections,
    connected: (socket: Socket) => void numbers.set(socket, ++connections),
    connectionOf: (socket: Socket) => numbers.get(socket) ?? 0,
    add(request: RecordedRequest) {
      requests.push(request);
      waiting.get(request.index)?.(request);
    },
    request(index: number): Promise<RecordedRequest> {
      const arrived = requests[index];
      return arrived ? Promise.resolve(arrived) : new Promise((resolve) => waiting.set(index, resolve));
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly script: Script;
  readonly recorder: Recorder;
  readonly models: readonly string[];
}

async function handle(exchange: Exchange, other: ModelServerOptions['other']): Promise<void> {
  const { request, response } = exchange;
  if (await other?.(request, response)) return;
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (request.method === 'GET' && path === '/v1/models') return listModels(response, exchange.models);
  const dialect = request.method === 'POST' ? DIALECTS[path] : undefined;
  if (!dialect) return sendJson(response, 404, openAiRefusal(`Unknown request URL: ${request.method} ${path}`));
  await ask(exchange, path, dialect);
}

function listModels(response: ServerResponse, models: readonly string[]): void {
  const data = models.map((id) => ({ id, object: 'model', created: 1_750_000_000, owned_by: 'script' }));
  sendJson(response, 200, { object: 'list', data });
}

async function ask({ request, response, script, recorder }: Exchange, path: string, dialect: Dialect): Promise<void> {
  const refuse = (message: string) => sendJson(response, 400, dialect.refusal(message));
  const bytes = await readBody(request);
  if (bytes === undefined) return;
  const body = parseBody(bytes);
  if (body === null) return refuse('We could not parse the JSON body of your request.');
  const recorded: RecordedRequest = {
    index: recorder.requests.length,
    path,
    headers: request.headers,
    bytes,
    body,
    connection: recorder.connectionOf(request.socket),
    arrived: performance.now(),
    finished: new Promise((resolve) => response.once('close', () => resolve(response.writableFinished ? 'sent' : 'dropped'))),
  };
  recorder.add(recorded);
  const fault = dialect.fault(body);
  if (fault) return refuse(fault);
  const reply = typeof script === 'function' ? await script(recorded) : script[recorded.index];
  if (!reply) return refuse(`The script has no reply for request ${recorded.index}.`);
  await send(reply, recorded, response);
}

/** Undefined when the client left before all of it had come. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return buffer(request).catch(() => undefined);
}

function parseBody(bytes: Buffer): ChatRequestBody | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as ChatRequestBody;
  } catch {
    return null;
  }
}

async function send(reply: Reply, request: RecordedRequest, response: ServerResponse): Promise<void> {
  if ('broken' in reply) return breakOff(reply.broken, response);
  if ('status' in reply) return sendRaw(reply, response);
  await sendAnswer(reply, request, response);
}

function breakOff(broken: 'hang' | 'drop' | { readonly garbage: string }, response: ServerResponse): void {
  if (broken === 'hang') return;
  if (broken === 'drop') response.socket?.destroy();
  else response.socket?.end(broken.garbage);
}

async function sendAnswer(answer: Answer, request: RecordedRequest, response: ServerResponse): Promise<void> {
  const dialect = DIALECTS[request.path];
  if (!dialect) throw new Error(`no API is served at ${request.path}`);
  if (!request.body.stream) return sendJson(response, 200, dialect.whole(answer, request));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const frames = dialect.frames(answer, request).map((frame) => Buffer.from(`${frame}\n\n`, 'utf8'));
  await writeFrames(frames, answer, response);
}

async function sendRaw(reply: RawReply, response: ServerResponse): Promise<void> {
  const { body = '' } = reply;
  const list = Array.isArray(body) ? body : [typeof body === 'string' ? body : JSON.stringify(body)];
  const json = typeof body === 'object' && !Array.isArray(body);
  response.writeHead(reply.status, { 'content-type': json ? 'application/json' : 'text/event-stream', ...reply.headers });
  await writeFrames(
    list.map((piece: string | Uint8Array) => Buffer.from(piece as string)),
    reply,
    response,
  );
}

async function writeFrames(frames: readonly Buffer[], control: FrameControl, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  for (const [index, frame] of frames.entries()) {
    if (index === control.hangAfter) return;
    if (index === control.cutAfter) return cut(response, control.cutInsideCharacter ? firstHalfCharacter(frame) : undefined);
    await control.pause?.(index);
    if (response.destroyed) return;
    if (!response.write(frame)) await drained(response);
  }
  if (control.cutAfter !== undefined) return cut(response);
  response.end();
}

async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  settled.abort();
}

/** Waits until what was written is handed to the kernel, then breaks the connection without ending the response. */
function cut(response: ServerResponse, last: Buffer = Buffer.alloc(0)): void {
  if (last.length === 0) setImmediate(() => response.socket?.destroySoon());
  else response.write(last, () => response.socket?.destroySoon());
}

function firstHalfCharacter(frame: Buffer): Buffer {
  const start = frame.findIndex((byte) => byte >= 0xc0);
  return frame.subarray(0, start + 1);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
