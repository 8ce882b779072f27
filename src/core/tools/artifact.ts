import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { makeRoom, openArtifactFile } from './artifact-folder.ts';

/** A command that never stops talking fills no disk. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of the outputs of one session; the oldest go first. Logs of background commands and what a person pasted are no part of it. */
const ROOM = { bytes: 512 * 1024 * 1024, of: (name: string) => !/^(bg_|pasted-)/.test(name), keepsNames: false };

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
    return this.#broken ? undefined : join(this.#folder, this.#name);
  }

  async #open(): Promise<void> {
    try {
      await makeRoom(this.#folder, ROOM);
      this.#stream = (await openArtifactFile(this.#folder, this.#name, false)).createWriteStream();
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
