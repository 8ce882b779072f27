import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '../../../shared/messages.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Ports } from '../../lib/ports.ts';
import { makeTempFolder } from '../../lib/temp-folder.ts';
import { FailureError } from '../failure.ts';
import { pictureBlock, textBlocks } from '../messages-input.ts';
import type { ModelSpec } from '../model-spec.ts';
import type { ModelRequest } from '../provider.ts';
import { NO_PICTURES, type Pictures, type SentPicture, sentPictures } from '../sent-pictures.ts';
import { objectOf, textOf, type WireObject } from '../wire-json.ts';
import { cliArguments, effortSettings } from './cli-arguments.ts';
import { type CliProcess, GET_USAGE, startCli } from './cli-process.ts';
import { openingText, spokenText } from './history-text.ts';
import { endError, extraUsageProblem, overageProblem } from './limits.ts';
import { ToolBridge } from './tool-bridge.ts';

export type SessionPorts = Pick<Ports, 'clock' | 'ids' | 'processes' | 'environment'>;

/** Takes the events of one answer, in the form of the Messages API. */
export interface AnswerSink {
  event(event: WireObject): void;
  end(): void;
  fail(error: WireObject): void;
}

export interface SessionOptions {
  readonly ports: SessionPorts;
  readonly request: ModelRequest;
  readonly spec: ModelSpec;
  /** Ends a start that takes too long. */
  readonly signal: AbortSignal;
  /** Every report of the account's limits. */
  readonly onLimits: (report: WireObject) => void;
}

const NOTHING = { text: '', pictures: [] };

/** One `claude` that holds one conversation. It has seen `seen`; what comes later must begin with that. */
export class CliSession {
  readonly #options: SessionOptions;
  readonly #folder: string;
  #process: CliProcess | undefined;
  #bridge: ToolBridge | undefined;
  #seen: readonly Message[] = [];
  #sink: AnswerSink | undefined;
  #model: string;
  #effort: string | undefined;
  #resetsAt: unknown;
  dead = false;

  private constructor(options: SessionOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#model = options.spec.id;
    this.#effort = options.spec.reasoning.effort;
  }

  /** Rejects with the errno of what failed. */
  static async start(options: SessionOptions): Promise<CliSession> {
    const folder = await makeTempFolder('claude');
    const session = new CliSession(options, folder);
    await session.#start();
    return session;
  }

  async #start(): Promise<void> {
    const { ports, request, spec, signal } = this.#options;
    const systemPrompt = join(this.#folder, 'system.md');
    await writeFile(systemPrompt, request.system, { mode: 0o600 });
    const args = cliArguments({ model: spec.id, effort: spec.reasoning.effort, systemPrompt });
    const process = await startCli({
      ...ports,
      args,
      folder: this.#folder,
      onLine: (line) => this.#take(line),
      onEnd: (complaint) => this.#ended(complaint),
    });
    this.#process = process;
    this.#bridge = new ToolBridge(request.tools, (line) => process.write(line), ports.clock);
    signal.addEventListener('abort', () => this.kill(), { once: true });
    if (signal.aborted) this.kill();
    await process.control({ subtype: 'initialize' });
  }

  /** Whether the messages begin with all this process has seen. */
  fits({ messages }: ModelRequest): boolean {
    return !this.dead && this.#seen.every((message, index) => same(message, messages[index]));
  }

  /** Throws a `FailureError` when the account could cost more than its plan. */
  async ask(request: ModelRequest, spec: ModelSpec, sink: AnswerSink): Promise<void> {
    const process = this.#alive();
    const fresh = request.messages.slice(this.#seen.length);
    const pictures = request.pictures ?? NO_PICTURES;
    const begins = this.#seen.length === 0;
    // What tools said before this process began is a part of what it is told; nobody waits for it.
    const isAwaited = !begins && fresh.some(({ role }) => role === 'tool');
    if (!isAwaited) await this.#gate(process);
    await this.#switch(process, spec);
    this.#sink = sink;
    if (isAwaited) this.#giveResults(fresh, pictures);
    else
      this.#say(
        begins ? openingText(fresh) : spokenText(fresh),
        fresh.flatMap((one) => sentPictures(one, pictures)),
      );
    this.#seen = request.messages;
  }

  kill(): void {
    this.dead = true;
    this.#process?.kill();
  }

  #alive(): CliProcess {
    if (!this.#process) throw new Error('a session without its process');
    return this.#process;
  }

  async #gate(process: CliProcess): Promise<void> {
    const usage = await process.control(GET_USAGE);
    this.#options.onLimits(usage);
    const problem = extraUsageProblem(usage);
    if (problem) throw new FailureError({ kind: 'no_credentials', problem, transient: false });
  }

  async #switch(process: CliProcess, { id, reasoning }: ModelSpec): Promise<void> {
    if (id !== this.#model) await process.control({ subtype: 'set_model', model: id });
    if (reasoning.effort !== this.#effort) {
      await process.control({ subtype: 'apply_flag_settings', settings: effortSettings(reasoning.effort) });
    }
    [this.#model, this.#effort] = [id, reasoning.effort];
  }

  #say(text: string, pictures: readonly SentPicture[]): void {
    const content = [...pictures.map(pictureBlock), ...textBlocks(text)];
    this.#process?.write({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null });
  }

  /** What was typed meanwhile goes with the last result, since the program is in the middle of its turn. */
  #giveResults(fresh: readonly Message[], pictures: Pictures): void {
    const results = fresh.filter((message) => message.role === 'tool');
    const typed = { text: spokenText(fresh), pictures: fresh.flatMap((one) => (one.role === 'user' ? sentPictures(one, pictures) : [])) };
    for (const result of results) {
      const more = result === results.at(-1) ? typed : NOTHING;
      this.#bridge?.give(result, { text: more.text, pictures: [...sentPictures(result, pictures), ...more.pictures] });
    }
  }

  #take(line: WireObject): void {
    if (this.#bridge?.take(line)) return;
    switch (line.type) {
      case 'stream_event':
        if (line.parent_tool_use_id == null) this.#event(objectOf(line.event));
        return;
      case 'rate_limit_event':
        this.#limits(objectOf(line.rate_limit_info));
        return;
      case 'result':
        if (this.#sink) this.#fail(endError(line, this.#resetsAt));
        return;
    }
  }

  #event(event: WireObject): void {
    this.#sink?.event(this.#renamed(event));
    if (event.type !== 'message_stop') return;
    const sink = this.#sink;
    this.#sink = undefined;
    sink?.end();
  }

  #renamed(event: WireObject): WireObject {
    const block = objectOf(event.content_block);
    if (event.type !== 'content_block_start' || block.type !== 'tool_use') return event;
    return { ...event, content_block: { ...block, name: this.#bridge?.ownName(textOf(block.name)) } };
  }

  #limits(info: WireObject): void {
    this.#options.onLimits(info);
    if (info.status === 'rejected') this.#resetsAt = info.resetsAt;
    if (info.isUsingOverage === true) this.#refuse(overageProblem());
  }

  #refuse({ message }: Problem): void {
    this.#fail({ type: 'permission_error', message });
    this.kill();
  }

  #fail(error: WireObject): void {
    const sink = this.#sink;
    this.#sink = undefined;
    this.dead = true;
    sink?.fail(error);
  }

  #ended(complaint: string): void {
    this.#bridge?.close();
    this.#fail({ type: 'api_error', message: `the program ended${complaint === '' ? '' : `: ${complaint.slice(-200)}`}` });
    void rm(this.#folder, { recursive: true, force: true });
  }
}

function same(a: Message, b: Message | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
