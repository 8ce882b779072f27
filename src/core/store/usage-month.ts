import { createHash, type Hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { UsageRecord } from '../../shared/usage-report.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import { eachLine, eachPiece, parseRecord, readPart } from './usage-lines.ts';
import { type CutSlot, UsageRollup } from './usage-rollup.ts';

/** Bytes of new records after which the sums are written anew. So many are read again by the next process, which takes it a millisecond. */
const UNSAVED = 32 * 1024;

/** Bytes before the end of what is summed up that are looked at again before more is added. */
const LOOKED_AT = 256;

/** The sums of one month, and the record that stands at the end of its file without an end of line: another process may be writing it. */
export interface MonthSums {
  readonly rollup: UsageRollup;
  readonly last?: UsageRecord;
  readonly unreadable: number;
}

/**
 * The sums of one file of records. They stand in a file of their own only to save time: they count while the file of records is as it was or has only
 * grown, and are made anew otherwise. A file that was never touched since is known by its inode, size and times, else the bytes that are summed up are
 * hashed; once a process has done that, it looks at the end of them only.
 */
export class UsageMonth {
  readonly #records: string;
  readonly #sums: string;
  #known: Known | undefined;
  #saved = 0;

  constructor(files: { readonly records: string; readonly sums: string }) {
    this.#records = files.records;
    this.#sums = files.sums;
  }

  async read(): Promise<MonthSums> {
    return (await this.#opened((file) => this.#catchUp(file))) ?? { rollup: new UsageRollup(), unreadable: 0 };
  }

  /** What the records of that slot cost that are not before that time. */
  async costOf(slot: CutSlot, time: number): Promise<number> {
    let cost = 0;
    await this.#opened((file) =>
      eachLine(file, slot.from, slot.to, ({ bytes }) => {
        const record = parseRecord(bytes.toString());
        if (record && record.time >= time && record.time < slot.end) cost += record.cost ?? 0;
      }),
    );
    return cost;
  }

  async #opened<T>(use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
    const file = await open(this.#records, 'r').catch((failure: unknown) => {
      if (errnoOf(failure) === 'ENOENT') return undefined;
      throw failure;
    });
    if (!file) return undefined;
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  async #catchUp(file: FileHandle): Promise<MonthSums> {
    const stats = await file.stat({ bigint: true });
    const stamp = stampOf(stats);
    const known = (await this.#stillTrue(file, stats)) ?? this.#anew();
    this.#known = known;
    const { rollup } = known;
    const size = Number(stats.size);
    const rest = size > rollup.covered ? await this.#addNew(file, known, size) : '';
    known.inode = stats.ino;
    known.stamp = stamp;
    if (rollup.covered - this.#saved > UNSAVED) await this.#save(known);
    const last = rest === '' ? undefined : parseRecord(rest);
    return { rollup, unreadable: rollup.unreadable + (rest !== '' && !last ? 1 : 0), ...(last ? { last } : {}) };
  }

  /** What is known of the file, if it holds for it as it is now. */
  async #stillTrue(file: FileHandle, stats: BigIntStats): Promise<Known | undefined> {
    const known = this.#known ?? (await this.#load());
    if (!known || known.rollup.covered > Number(stats.size)) return undefined;
    if (known.stamp === stampOf(stats)) return known;
    if (known.hash) return known.inode === stats.ino && (await endOf(file, known.rollup.covered)).equals(known.end) ? known : undefined;
    const hash = await hashOf(file, known.rollup.covered);
    if (hash.copy().digest('hex') !== known.digest) return undefined;
    known.hash = hash;
    return known;
  }

  #anew(): Known {
    this.#saved = 0;
    return { rollup: new UsageRollup(), stamp: '', digest: '', hash: createHash('sha256'), inode: undefined, end: Buffer.alloc(0) };
  }

  async #load(): Promise<Known | undefined> {
    const parsed = await readFile(this.#sums, 'utf8')
      .then(UsageRollup.parse)
      .catch(() => undefined);
    if (!parsed) return undefined;
    this.#saved = parsed.rollup.covered;
    return { ...parsed, hash: undefined, inode: undefined, end: Buffer.alloc(0) };
  }

  async #addNew(file: FileHandle, known: Known, size: number): Promise<string> {
    const { rollup } = known;
    known.hash ??= await hashOf(file, rollup.covered);
    const { hash } = known;
    const rest = await eachLine(file, rollup.covered, size, ({ bytes, from, to }) => {
      hash.update(bytes);
      rollup.covered = to;
      if (bytes.length === 1) return;
      const record = parseRecord(bytes.toString());
      if (record) rollup.add(record, { from, to });
      else rollup.unreadable += 1;
    });
    known.end = await endOf(file, rollup.covered);
    return rest;
  }

  /** Sums that cannot be written are made again by the next process: slower, and as true. */
  async #save({ rollup, hash, stamp }: Known): Promise<void> {
    this.#saved = rollup.covered;
    if (!hash) return;
    const text = rollup.text({ stamp, digest: hash.copy().digest('hex') });
    await writeAtomic(this.#sums, text, { sync: false }).catch(() => undefined);
  }
}

interface Known {
  readonly rollup: UsageRollup;
  stamp: string;
  readonly digest: string;
  /** Of the bytes that are summed up; absent while nobody had to read them. */
  hash: Hash | undefined;
  inode: bigint | undefined;
  end: Buffer;
}

function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

function endOf(file: FileHandle, covered: number): Promise<Buffer> {
  return readPart(file, Math.max(0, covered - LOOKED_AT), covered);
}

async function hashOf(file: FileHandle, to: number): Promise<Hash> {
  const hash = createHash('sha256');
  await eachPiece(file, 0, to, (piece) => hash.update(piece));
  return hash;
}
