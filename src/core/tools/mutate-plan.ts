import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mapLimited } from '../lib/map-limited.ts';
import { describeNoText, type FileImage, type Found, imageOfText, loadImage } from './file-image.ts';
import { describeAmbiguity, describeMiss, inLineEndsOf, occurrences } from './match.ts';
import { type EditOperation, type Operation, type PlanOperation, pathsOf } from './mutate-input.ts';
import { meantText } from './shown-text.ts';

/** One touched file: what it was at the start, what it becomes (`undefined`: it is gone), and where a moved one came from. */
export interface PlannedFile {
  readonly path: string;
  readonly before: Found;
  readonly after: FileImage | undefined;
  readonly movedFrom: string | undefined;
}

export interface PlanOptions {
  readonly resolve: (path: string) => string;
  readonly display: (absolute: string) => string;
  readonly observed: (absolute: string) => boolean;
  /** Whether the folders of a new file are made as needed; otherwise they must exist. */
  readonly makesFolders: (absolute: string) => boolean;
}

const READ_AT_ONCE = 8;

/** Why an operation cannot be done. Thrown within the plan only. */
class Refusal extends Error {}

interface Slot {
  readonly before: Found;
  now: FileImage | undefined;
  movedFrom: string | undefined;
}

/** The files a batch touches, changed in memory only. Operations see what the ones before them did. */
export class MutatePlan {
  readonly #options: PlanOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #loaded = new Map<string, Found>();
  readonly #failed = new Set<string>();
  /** Per operation that replaced more than one occurrence. */
  readonly replaced: { readonly path: string; readonly count: number }[] = [];

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  /** Reads the files of all operations beforehand, several at a time. Rejects on a failed system call. */
  async load(operations: readonly PlanOperation[]): Promise<void> {
    const paths = new Set(operations.flatMap((operation) => this.#pathsOf(operation)));
    await mapLimited([...paths], READ_AT_ONCE, async (path) => this.#loaded.set(path, await loadImage(path)));
  }

  /** Does the operation in memory, or says why it can not be done; then it leaves no trace. Rejects on a failed system call. */
  async apply(operation: PlanOperation): Promise<string | undefined> {
    const touched = await Promise.all(this.#pathsOf(operation).map((path) => this.#slot(path)));
    const saved = touched.map((slot) => ({ slot, now: slot.now, movedFrom: slot.movedFrom }));
    try {
      await this.#do(operation);
      return undefined;
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      for (const { slot, now, movedFrom } of saved) Object.assign(slot, { now, movedFrom });
      return this.#explain(operation, failure.message);
    }
  }

  /** Files that end up other than they were. */
  changes(): readonly PlannedFile[] {
    const files = [...this.#slots].map(([path, slot]) => ({ path, before: slot.before, after: slot.now, movedFrom: slot.movedFrom }));
    return files.filter(({ before, after, movedFrom }) => {
      if (before.type !== 'file') return after !== undefined;
      return movedFrom !== undefined || after === undefined || !after.bytes.equals(before.image.bytes);
    });
  }

  #pathsOf(operation: PlanOperation): readonly string[] {
    return pathsOf(operation).map(this.#options.resolve);
  }

  async #slot(path: string): Promise<Slot> {
    const known = this.#slots.get(path);
    if (known) return known;
    const before = this.#loaded.get(path) ?? (await loadImage(path));
    const slot: Slot = this.#slots.get(path) ?? { before, now: before.type === 'file' ? before.image : undefined, movedFrom: undefined };
    this.#slots.set(path, slot);
    return slot;
  }

  async #do(operation: PlanOperation): Promise<void> {
    switch (operation.type) {
      case 'create':
      case 'write':
        return this.#write(operation);
      case 'replace':
        return this.#replace(operation);
      case 'edit':
        return this.#edit(operation);
      case 'delete_file': {
        const slot: Slot = await this.#existing(operation.path, operation.file_hash);
        slot.now = undefined;
        slot.movedFrom = undefined;
        return;
      }
      case 'move':
        return this.#move(operation);
    }
  }

  async #write(operation: Operation & { readonly type: 'create' | 'write' }): Promise<void> {
    const path = this.#options.resolve(operation.path);
    if (operation.path.endsWith('/')) throw new Refusal('it ends in /, and a file cannot; folders are made with bash');
    const slot = await this.#slot(path);
    if (slot.before.type === 'not_file') throw new Refusal(slot.before.why);
    if (operation.type === 'create' && slot.now) throw new Refusal('it exists already; use write to overwrite it, or replace');
    if (operation.file_hash !== undefined) this.#checkHash(slot, operation.file_hash);
    if (slot.now && slot.now.text === undefined) throw new Refusal(describeNoText(slot.now));
    if (!slot.now) await this.#checkFolder(path);
    slot.now = imageOfText(meantText(operation.content), slot.now?.mode);
    checkAssertions(slot.now, operation);
  }

  async #replace(operation: Operation & { readonly type: 'replace' }): Promise<void> {
    const slot = await this.#existing(operation.path, operation.file_hash);
    const path = this.#options.resolve(operation.path);
    if (slot.before.type === 'file' && operation.file_hash === undefined && !this.#options.observed(path)) {
      throw new Refusal('it was not read in this session; read it first, or give the file_hash that grep showed');
    }
    if (slot.now.text === undefined) throw new Refusal(describeNoText(slot.now));
    const { text, count } = replaceIn(slot.now.text, operation);
    slot.now = imageOfText(text, slot.now.mode);
    checkAssertions(slot.now, operation);
    if (count > 1) this.replaced.push({ path, count });
  }

  async #edit({ path, edit }: EditOperation): Promise<void> {
    const slot = await this.#existing(path, undefined);
    if (slot.now.text === undefined) throw new Refusal(describeNoText(slot.now));
    const edited = edit(slot.now.text);
    if (!edited.ok) throw new Refusal(edited.error);
    slot.now = imageOfText(edited.value, slot.now.mode);
  }

  async #move(operation: Operation & { readonly type: 'move' }): Promise<void> {
    const from = await this.#existing(operation.from, operation.file_hash);
    const path = this.#options.resolve(operation.to);
    const to = await this.#slot(path);
    if (to.now || to.before.type === 'not_file') throw new Refusal(`${this.#options.display(path)} exists already; move never overwrites`);
    await this.#checkFolder(path);
    checkAssertions(from.now, operation);
    to.now = from.now;
    to.movedFrom = from.movedFrom ?? (from.before.type === 'file' ? this.#options.resolve(operation.from) : undefined);
    Object.assign(from, { now: undefined, movedFrom: undefined });
  }

  async #existing(path: string, hash: string | undefined): Promise<Slot & { now: FileImage }> {
    const slot = await this.#slot(this.#options.resolve(path));
    if (slot.before.type === 'not_file') throw new Refusal(slot.before.why);
    if (!slot.now) throw new Refusal('it does not exist');
    if (hash !== undefined) this.#checkHash(slot, hash);
    return slot as Slot & { now: FileImage };
  }

  /** Compared with the disk as it was when the batch began, whatever earlier operations did. */
  #checkHash(slot: Slot, hash: string): void {
    if (slot.before.type !== 'file') throw new Refusal('file_hash was given, but there is no such file on disk');
    const actual = slot.before.image.hash;
    if (actual !== hash) throw new Refusal(`it has changed: its file_hash is ${actual}, not ${hash}; read it again`);
  }

  async #checkFolder(path: string): Promise<void> {
    const { makesFolders, display } = this.#options;
    if (makesFolders(path)) return;
    const stats = await stat(dirname(path)).catch(() => undefined);
    if (!stats?.isDirectory()) throw new Refusal(`the folder ${display(dirname(path))} does not exist; make it with bash first`);
  }

  #explain(operation: PlanOperation, reason: string): string {
    const paths = this.#pathsOf(operation);
    const follows = paths.some((path) => this.#failed.has(path));
    for (const path of paths) this.#failed.add(path);
    return follows ? `${reason} (probably because an earlier operation on this file failed)` : reason;
  }
}

function replaceIn(text: string, operation: Operation & { readonly type: 'replace' }): { readonly text: string; readonly count: number } {
  if (operation.old_string === '') throw new Refusal('old_string is empty; use write to set the whole text');
  const meant = inLineEndsOf(text, meantText(operation.old_string));
  const written = inLineEndsOf(text, operation.old_string);
  // What is marked the way `read` marks it may stand in the file just so, and then nothing is taken for a mark.
  const isWritten = written !== meant && !text.includes(meant) && text.includes(written);
  const wanted = isWritten ? written : meant;
  const found = occurrences(text, wanted);
  if (found.length === 0) throw new Refusal(describeMiss(text, wanted));
  if (found.length > 1 && operation.replace_all !== true) throw new Refusal(describeAmbiguity(text, found));
  const insert = isWritten ? operation.new_string : meantText(operation.new_string);
  return { text: text.split(wanted).join(inLineEndsOf(text, insert)), count: found.length };
}

interface Assertions {
  readonly assert_present?: readonly string[] | undefined;
  readonly assert_absent?: readonly string[] | undefined;
}

function checkAssertions(image: FileImage, { assert_present: present = [], assert_absent: absent = [] }: Assertions): void {
  if (present.length + absent.length === 0) return;
  const text = image.text;
  if (text === undefined) throw new Refusal('assertions need a text file');
  const has = (wanted: string) => [wanted, meantText(wanted)].some((form) => text.includes(inLineEndsOf(text, form)));
  const missing = present
    .filter((wanted) => !has(wanted))
    .map((wanted) => `assert_present failed: ${JSON.stringify(wanted)} is not in the result`);
  const unwanted = absent.filter(has).map((wanted) => `assert_absent failed: ${JSON.stringify(wanted)} is in the result`);
  if (missing.length + unwanted.length > 0) throw new Refusal([...missing, ...unwanted].join('; '));
}
