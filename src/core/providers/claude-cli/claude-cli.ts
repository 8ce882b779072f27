import type { SessionId } from '../../../shared/ids.ts';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { errnoOf } from '../../lib/errno.ts';
import type { Ports } from '../../lib/ports.ts';
import { FailureError } from '../failure.ts';
import type { ListedModel } from '../listing/listed-model.ts';
import { MessagesDecoder } from '../messages-decoder.ts';
import { type ModelMaker, type ModelSpec, modelRef, type WirePorts } from '../model-spec.ts';
import type { Model, ModelRequest } from '../provider.ts';
import type { WireObject } from '../wire-json.ts';
import { createWireModel } from '../wire-model.ts';
import { askCli } from './ask-cli.ts';
import { cliModels } from './cli-models.ts';
import { GET_USAGE } from './cli-process.ts';
import { CliSession, type SessionOptions } from './cli-session.ts';
import { checkCli } from './find-cli.ts';

export type ClaudePorts = Pick<Ports, 'clock' | 'ids' | 'processes' | 'environment'>;

/** The person's own `claude`, one process for each conversation. */
export interface ClaudeCli extends ModelMaker {
  /** Called with every report of the account's limits. */
  onLimits(listener: (provider: string, report: WireObject) => void): void;
  /** Ends the processes of a session that asks no more. */
  release(session: SessionId): void;
  /** Kills every process that holds a conversation or is asked about itself. */
  close(): void;
}

/** A process that nobody asks for so long is ended, in milliseconds; the next request starts another. */
const IDLE = 600_000;

export function createClaudeCli(ports: ClaudePorts): ClaudeCli {
  return new Pool(ports);
}

class Pool implements ClaudeCli {
  readonly #ports: ClaudePorts;
  readonly #sessions = new Map<string, CliSession>();
  readonly #uses = new Map<string, AbortController>();
  readonly #listeners = new Set<(provider: string, report: WireObject) => void>();
  readonly #closed = new AbortController();
  #checked: Promise<Result<unknown, Problem>> | undefined;

  constructor(ports: ClaudePorts) {
    this.#ports = ports;
  }

  model(spec: ModelSpec, ports: WirePorts): Model {
    return createWireModel(spec, ports, {
      prepare: (request) => ({ send: (signal) => this.#send(spec, request, signal) }),
      decoder: () => new MessagesDecoder(),
    });
  }

  async models(): Promise<Result<readonly ListedModel[], Problem>> {
    const initialized = await askCli(async (_, reply) => reply, this.#ports, this.#closed.signal);
    if (!initialized.ok) return initialized;
    const models = cliModels(initialized.value);
    return models ? ok(models) : err(NO_MODELS);
  }

  usage(): Promise<Result<WireObject, Problem>> {
    return askCli((process) => process.control(GET_USAGE), this.#ports, this.#closed.signal);
  }

  onLimits(listener: (provider: string, report: WireObject) => void): void {
    this.#listeners.add(listener);
  }

  release(session: SessionId): void {
    for (const key of this.#sessions.keys()) if (key.startsWith(`${session} `)) this.#end(key);
  }

  close(): void {
    this.#closed.abort();
    for (const use of this.#uses.values()) use.abort();
    for (const session of this.#sessions.values()) session.kill();
  }

  async #send(spec: ModelSpec, request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const key = [request.session ?? '', spec.endpoint.name, request.cacheKey].join(' ');
    const session = await this.#session(key, { spec, request, signal });
    signal.addEventListener('abort', () => session.kill(), { once: true });
    if (signal.aborted) session.kill();
    const { readable, sink } = answerBody(() => this.#rest(key));
    this.#uses.get(key)?.abort();
    await session.ask(request, spec, sink).catch((failure: unknown) => {
      session.kill();
      throw failure instanceof FailureError ? failure : startFailure(failure);
    });
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  }

  async #session(key: string, asked: Pick<SessionOptions, 'spec' | 'request' | 'signal'>): Promise<CliSession> {
    const before = this.#sessions.get(key);
    if (before?.fits(asked.request)) return before;
    before?.kill();
    await this.#check();
    const onLimits = (report: WireObject) => {
      for (const listener of this.#listeners) listener(asked.spec.endpoint.name, report);
    };
    try {
      const session = await CliSession.start({ ...asked, ports: this.#ports, onLimits });
      this.#sessions.set(key, session);
      return session;
    } catch (failure) {
      throw startFailure(failure);
    }
  }

  /** Asked once while it is fine, and again after it was not. */
  async #check(): Promise<void> {
    this.#checked ??= checkCli(this.#ports);
    const checked = await this.#checked;
    if (checked.ok) return;
    this.#checked = undefined;
    throw new FailureError({ kind: 'no_credentials', problem: checked.error, transient: false });
  }

  #rest(key: string): void {
    const use = new AbortController();
    this.#uses.set(key, use);
    void this.#ports.clock.sleep(IDLE, use.signal).then(() => {
      if (!use.signal.aborted) this.#end(key);
    });
  }

  #end(key: string): void {
    this.#uses.get(key)?.abort();
    this.#uses.delete(key);
    this.#sessions.get(key)?.kill();
    this.#sessions.delete(key);
  }
}

const NO_MODELS: Problem = {
  code: 'provider_unreachable',
  message: 'The `claude` program does not say which models it has.',
  hint: 'Run `claude update` and try again.',
  safe: 'Nothing was sent, and nothing of the conversation is lost.',
};

function startFailure(failure: unknown): FailureError {
  const message = failure instanceof Error ? failure.message : String(failure);
  return new FailureError({ kind: 'transport', code: errnoOf(failure) ?? '', message: `claude: ${message}` });
}

/** The events of an answer as the body that the Messages API would send. */
function answerBody(done: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const put = (event: WireObject) => controller?.enqueue(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
  const finish = () => {
    controller?.close();
    controller = undefined;
    done();
  };
  return {
    readable,
    sink: {
      event: put,
      end: finish,
      fail: (error: WireObject) => {
        put({ type: 'error', error });
        finish();
      },
    },
  };
}

/** The wire of the registry. A reference that needs no program is made with none. */
export function createClaudeModel(spec: ModelSpec, ports: WirePorts): Model {
  if (!ports.claude) throw new Error(`${modelRef(spec)} needs the ports of a program`);
  return ports.claude.model(spec, ports);
}
