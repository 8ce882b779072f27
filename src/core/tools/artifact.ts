import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A command that never stops talking fills no disk. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The whole output of one call, on disk once it is too long to be shown.
 *
 * Until `limit` characters are exceeded nothing is written. A file that cannot be written leaves the call without an artifact.
 */
export class Artifact {
  readonly #folder: string;
  readonly #name: string;
  readonly #limit: number;
  #held: string[] = [];
  #length = 0;
  #bytes = 0;
  #stream: WriteStream | undefined;
  #opening: Promise<void> | undefined;
  #broken = false;

  constructor(options: { readonly folder: string; readonly name: string; readonly limit: number }) {
    this.#folder = options.folder;
    this.#name = options.name;
    this.#limit = options.limit;
  }

  /** Resolves when more may be given. */
  async write(text: string): Promise<void> {
    this.#length += text.length;
    if (this.#broken || this.#bytes > MAX_BYTES) return;
    this.#held.push(text);
    if (this.#length <= this.#limit) return;
    this.#opening ??= this.#open();
    await this.#opening;
    await this.#drain();
  }

  /** The file's path, when there is one. */
  async end(): Promise<string | undefined> {
    const stream = this.#stream;
    if (!stream || this.#broken) return undefined;
    stream.end(this.#bytes > MAX_BYTES ? '\n[the rest was not kept]\n' : '');
    await finished(stream).catch(() => undefined);
    return this.#broken ? undefined : String(stream.path);
  }

  async #open(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      this.#stream = createWriteStream(join(this.#folder, this.#name), { mode: 0o600 });
      this.#stream.on('error', () => {
        this.#broken = true;
      });
    } catch {
      this.#broken = true;
    }
  }

  async #drain(): Promise<void> {
    const text = this.#held.join('');
    this.#held = [];
    const stream = this.#stream;
    if (!stream || text === '' || this.#broken) return;
    this.#bytes += Buffer.byteLength(text);
    if (!stream.write(text)) await once(stream, 'drain').catch(() => undefined);
  }
}
