import type { SessionId } from '../../shared/ids.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { UsageRecord } from '../../shared/usage-report.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';
import { Fingerprinter, hashOf, type MessagePrint, samePrint } from '../providers/sent/fingerprint.ts';
import type { AttemptAbout, AttemptRecord, AttemptRecorder, PromptPrices } from '../providers/sent/inspected-model.ts';
import type { SentOutcome, SentRequest } from '../providers/sent/sent-request.ts';
import { openRequestFile, type RequestFile } from '../store/request-file.ts';
import type { EndedLine, SentLine } from '../store/request-lines.ts';
import { type Lane, replayRequests } from './prefix/replay-requests.ts';

/** Whose requests they are, when they are no compaction. */
export interface RequestOwner {
  readonly project: string;
  readonly session: SessionId;
  readonly source: UsageRecord['source'];
}

/** Writes down what is sent to models, for each session beside its log. No turn fails for it. */
export interface RequestRecords {
  /** For one opening of a session. */
  recorder(owner: RequestOwner): AttemptRecorder;
  /** Resolves when everything so far is written. */
  flush(): Promise<void>;
}

type RecordPorts = Pick<Ports, 'paths' | 'clock' | 'ids' | 'logger'>;

export function createRequestRecords(ports: RecordPorts): RequestRecords {
  const pending = new Set<Promise<unknown>>();
  return {
    recorder: (owner) => new SessionRecorder(owner, ports, pending),
    async flush() {
      await Promise.all(pending);
    },
  };
}

/** The last request to one model, and how to take the prints of the next. */
interface OpenLane {
  readonly sent: number;
  readonly head: Lane['head'];
  readonly prints: Fingerprinter;
}

class SessionRecorder implements AttemptRecorder {
  readonly #owner: RequestOwner;
  readonly #ports: RecordPorts;
  readonly #pending: Set<Promise<unknown>>;
  readonly #file: RequestFile;
  readonly #run: string;
  readonly #queue = new SerialQueue();
  #lanes: Map<string, OpenLane> | undefined;
  #next = 1;

  constructor(owner: RequestOwner, ports: RecordPorts, pending: Set<Promise<unknown>>) {
    this.#owner = owner;
    this.#ports = ports;
    this.#pending = pending;
    this.#file = openRequestFile(ports, owner.project, owner.session);
    this.#run = ports.ids.hex(4);
  }

  sent(request: SentRequest, about: AttemptAbout): AttemptRecord {
    const time = this.#ports.clock.now();
    let number: number | undefined;
    const written = this.#later(async () => {
      number = await this.#write(request, about, time);
    });
    return {
      written,
      ended: (outcome, prices) => {
        const ended = this.#ports.clock.now();
        void this.#later(async () => {
          if (number !== undefined) await this.#file.append(await endedLine(number, ended, outcome, prices));
        });
      },
    };
  }

  /** One after the other; a failure is logged and told to nobody. */
  #later(step: () => Promise<void>): Promise<void> {
    const done = this.#queue
      .run(step)
      .catch((failure: unknown) => {
        const code = errnoOf(failure) ?? String(failure);
        this.#ports.logger.log('warn', 'a model request could not be recorded', { session: this.#owner.session, code });
      })
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
    return done;
  }

  /** What is new is told as what differs from the last one to the model; after one that could not be written all is told again. */
  async #write(request: SentRequest, about: AttemptAbout, time: number): Promise<number> {
    this.#lanes ??= await this.#load();
    const lane = this.#lanes.get(about.model);
    const prints = lane?.prints ?? new Fingerprinter();
    const taken = prints.take(request);
    const { head } = taken;
    const sent = this.#next;
    const texts = taken.texts.map((text) => ({ hash: hashOf(text), blob: this.#file.nameOf(text) }));
    const line: SentLine = {
      sent,
      ...(lane ? { from: lane.sent } : {}),
      ...{ run: this.#run, time, model: about.model, source: about.compaction ? 'compaction' : this.#owner.source },
      ...(about.retry ? { retry: true } : {}),
      keeps: request.keeps,
      ...(samePrint(head.params, lane?.head.params) ? {} : { params: JSON.stringify(request.params) }),
      ...(samePrint(head.tools, lane?.head.tools) ? {} : { tools: { hash: head.tools.hash, bytes: head.tools.bytes } }),
      ...(samePrint(head.system, lane?.head.system) ? {} : { system: { hash: head.system.hash, bytes: head.system.bytes } }),
      kept: taken.kept,
      messages: taken.added.map(messageEntry),
      ...(texts.length > 0 ? { texts } : {}),
    };
    this.#lanes.delete(about.model);
    await this.#file.append(line);
    this.#next = sent + 1;
    this.#lanes.set(about.model, { sent, head, prints });
    for (const text of taken.texts) void this.#later(() => this.#file.keepText(text));
    return sent;
  }

  async #load(): Promise<Map<string, OpenLane>> {
    const { lines } = await this.#file.read();
    const replay = replayRequests(lines);
    let step = replay.next();
    for (; !step.done; step = replay.next()) this.#next = Math.max(this.#next, step.value.line.sent + 1);
    return new Map(
      [...step.value].map(([model, { sent, head, messages }]) => [model, { sent, head, prints: new Fingerprinter({ ...head, messages }) }]),
    );
  }
}

function messageEntry({ role, hash, bytes, weight }: MessagePrint): SentLine['messages'][number] {
  return weight === undefined ? [role, hash, bytes] : [role, hash, bytes, weight];
}

async function endedLine(
  ended: number,
  time: number,
  { stop, countsCache, usage }: SentOutcome,
  prices: Promise<PromptPrices | undefined>,
): Promise<EndedLine> {
  const known = await prices;
  return { ended, time, stop, countsCache, ...(usage ? { usage } : {}), ...(known ? { prices: known } : {}) };
}
