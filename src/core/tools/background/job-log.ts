import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../lib/errno.ts';
import { openArtifactFile } from '../artifact-folder.ts';
import { openReal } from '../real-file.ts';
import { firstUnits } from '../runes.ts';

/** A command that never stops talking fills no disk. */
const MAX_BYTES = 64 * 1024 * 1024;
const CONTINUATION = 0b10_000000;

export interface LogPiece {
  readonly text: string;
  /** Bytes from the start of the log: where the piece begins, where the next one does, and how many there are. */
  readonly start: number;
  readonly next: number;
  readonly size: number;
}

/** All output of one background command, in a file. Offsets are bytes. */
export class JobLog {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #maxBytes: number;
  #size = 0;
  #lost = false;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(file: FileHandle, path: string, maxBytes = MAX_BYTES) {
    this.#file = file;
    this.path = path;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether some output was not kept, because it was too much or the disk refused it. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Resolves when it can be read. */
  write(text: string): Promise<void> {
    this.#writing = this.#writing.then(() => this.#append(text));
    return this.#writing;
  }

  /** Nothing is written afterwards; what there is stays readable. */
  async end(): Promise<void> {
    await this.#writing;
    this.#ended = true;
    await this.#file.close();
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    if (this.#lost || this.#size + bytes.length > this.#maxBytes) {
      this.#lost = true;
      return;
    }
    try {
      await this.#file.write(bytes, 0, bytes.length, this.#size);
      this.#size += bytes.length;
    } catch (failure) {
      if (errnoOf(failure) === undefined) throw failure;
      this.#lost = true;
    }
  }

  /** At most `maxChars` from an offset; a negative one counts from the end. Whole characters only. What was removed to make room is empty. Rejects with an errno. */
  async read(offset: number, maxChars: number): Promise<LogPiece> {
    const size = this.#size;
    const wanted = Math.min(size, offset < 0 ? Math.max(0, size + offset) : offset);
    const buffer = Buffer.alloc(Math.min(size - wanted, maxChars * 4));
    const bytesRead = await this.#readAt(buffer, wanted);
    const skipped = continuationBytes(buffer.subarray(0, bytesRead));
    const decoded = new TextDecoder().decode(buffer.subarray(skipped, bytesRead), { stream: true });
    const text = firstUnits(decoded, maxChars);
    const start = wanted + skipped;
    return { text, start, next: start + Buffer.byteLength(text), size };
  }

  async #readAt(buffer: Buffer, position: number): Promise<number> {
    if (!this.#ended) return (await this.#file.read(buffer, 0, buffer.length, position)).bytesRead;
    const file = await openReal(this.path);
    try {
      return (await file.read(buffer, 0, buffer.length, position)).bytesRead;
    } finally {
      await file.close();
    }
  }
}

function continuationBytes(bytes: Buffer): number {
  const first = bytes.findIndex((byte) => (byte & 0b11_000000) !== CONTINUATION);
  return first < 0 ? bytes.length : first;
}

/** A new log in the folder under the first free number, which no earlier run of the session took either. Rejects with an errno. */
export async function openJobLog(folder: string): Promise<{ readonly id: string; readonly log: JobLog }> {
  for (let number = 1; ; number += 1) {
    const id = `bg_${number}`;
    const name = `${id}.txt`;
    try {
      return { id, log: new JobLog(await openArtifactFile(folder, name, true), join(folder, name)) };
    } catch (failure) {
      if (errnoOf(failure) !== 'EEXIST') throw failure;
    }
  }
}
