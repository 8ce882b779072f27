import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Ids, Logger } from './ports.ts';
import { type ProcessIdentity, processIdentitySchema } from './process-identity.ts';

/** Below this the ledger of an instance is left to grow; above it, it is emptied when nothing runs. */
const COMPACT_BYTES = 256 * 1024;

/** The lines of a ledger file: who writes it, then who was born and who is gone. Members lead a process group of their own. */
export const ledgerLineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('instance'), instance: processIdentitySchema, mark: z.string().min(1).optional() }),
  z.object({ type: z.literal('born'), pid: z.number().int().positive(), started: z.string(), owner: z.string(), label: z.string() }),
  z.object({ type: z.literal('gone'), pid: z.number().int().positive() }),
]);
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

export interface LedgerMember {
  readonly pid: number;
  readonly started: string;
  readonly owner: string;
  readonly label: string;
}

export interface ProcessLedgerOptions {
  readonly folder: string;
  /** This process. */
  readonly self: ProcessIdentity;
  readonly ids: Ids;
  readonly logger: Logger;
}

/**
 * What this instance has running, on disk, so that the next one can end what a crash left behind.
 *
 * Written with small synchronous appends and no sync to the device: a crash of the program loses none of them, and after a crash
 * of the machine nothing is left to end. A ledger that cannot be written is reported once and does not stop the work.
 */
export class ProcessLedger {
  readonly #file: string;
  readonly #self: ProcessIdentity;
  readonly #mark: string;
  readonly #logger: Logger;
  readonly #running = new Set<number>();
  #descriptor: number | undefined;
  #headerBytes = 0;
  #bytes = 0;
  #broken = false;

  constructor(options: ProcessLedgerOptions) {
    this.#file = join(options.folder, `${options.self.pid}-${options.ids.hex(4)}.jsonl`);
    this.#self = options.self;
    this.#mark = options.ids.hex(8);
    this.#logger = options.logger;
  }

  /** What is to be in the environment of all that is started. It is in the file before anything can have it. */
  mark(): string {
    this.#guarded(() => void this.#open());
    return this.#mark;
  }

  born(member: LedgerMember): void {
    this.#running.add(member.pid);
    this.#guarded(() => this.#append(this.#open(), { type: 'born', ...member }));
  }

  gone(pid: number): void {
    if (!this.#running.delete(pid)) return;
    this.#guarded(() => {
      const descriptor = this.#open();
      this.#append(descriptor, { type: 'gone', pid });
      if (this.#running.size === 0 && this.#bytes > COMPACT_BYTES) {
        ftruncateSync(descriptor, this.#headerBytes);
        this.#bytes = this.#headerBytes;
      }
    });
  }

  /** Removes the file, for when nothing runs any more. A later `born` starts a new one. */
  close(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    this.#guarded(() => {
      closeSync(descriptor);
      unlinkSync(this.#file);
    });
  }

  /** The file gets its final name once its header is in it, so a sweep never meets one without. */
  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    const temporary = `${this.#file}.new`;
    const descriptor = openSync(temporary, 'a', 0o600);
    ftruncateSync(descriptor, 0);
    this.#bytes = 0;
    this.#append(descriptor, { type: 'instance', instance: this.#self, mark: this.#mark });
    this.#headerBytes = this.#bytes;
    renameSync(temporary, this.#file);
    this.#descriptor = descriptor;
    return descriptor;
  }

  #append(descriptor: number, line: LedgerLine): void {
    this.#bytes += writeSync(descriptor, `${JSON.stringify(line)}\n`);
  }

  #guarded(write: () => void): void {
    if (this.#broken) return;
    try {
      write();
    } catch (failure) {
      this.#broken = true;
      this.#logger.log('warn', 'the process ledger cannot be written', { file: this.#file, error: String(failure) });
    }
  }
}
