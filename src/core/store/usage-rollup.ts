import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type UsageRecord, type UsageSum, usageSourceSchema } from '../../shared/usage-report.ts';

/** Every time zone begins its days on a quarter of an hour of UTC, so no slot belongs to two days. */
const SLOT = 15 * 60_000;

const VERSION = 1;

const count = z.number().int().nonnegative();

/** Index of the key, then requests, input, output, cache read, cache write, of that for an hour, cost, unpriced. */
const rowSchema = z.tuple([count, count, count, count, count, count, count, count, count]);
type Row = z.infer<typeof rowSchema>;

/** Provider, model, project, source. */
const keySchema = z.tuple([z.string(), z.string(), z.string(), usageSourceSchema]);
type Key = z.infer<typeof keySchema>;

const bodySchema = z.object({
  covered: count,
  unreadable: count,
  /** What the file of records looked like, and a hash of the bytes that are in the sums. */
  stamp: z.string(),
  digest: z.string(),
  keys: z.array(keySchema),
  slots: z.array(z.object({ start: z.number().int(), from: count, to: count, rows: z.array(rowSchema) })),
});

interface Slot {
  readonly start: number;
  /** Between these bytes of the file lie all its records, and others. */
  from: number;
  to: number;
  readonly rows: Map<number, Row>;
}

/** Records of one time that are partly before it: their sums are in no slot of their own. */
export interface CutSlot {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** What a file of records adds up to, by quarters of an hour, provider, model, project and source. Costs are whole numbers, so every sum is exact. */
export class UsageRollup {
  /** Bytes of the file that are in the sums, and the lines among them that could not be read. */
  covered = 0;
  unreadable = 0;
  readonly #keys: Key[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #slots = new Map<number, Slot>();

  add({ provider, model, project, source, time, usage, cost }: UsageRecord, place: { readonly from: number; readonly to: number }): void {
    const row = this.#row([provider, model, project, source], Math.floor(time / SLOT) * SLOT, place);
    row[1] += 1;
    row[2] += usage?.input ?? 0;
    row[3] += usage?.output ?? 0;
    row[4] += usage?.cacheRead ?? 0;
    row[5] += usage?.cacheWrite ?? 0;
    row[6] += usage?.cacheWriteHour ?? 0;
    row[7] += cost ?? 0;
    row[8] += cost === undefined ? 1 : 0;
  }

  /** `time` is the beginning of a quarter of an hour. */
  sums(): UsageSum[] {
    return [...this.#slots.values()].flatMap(({ start, rows }) => [...rows.values()].flatMap((row) => this.#sumOf(start, row)));
  }

  /** What the records from that time on cost, but for those of a slot that the time cuts in two. */
  since(time: number): { readonly cost: number; readonly cut?: CutSlot } {
    let cost = 0;
    for (const { start, rows } of this.#slots.values()) {
      if (start >= time) for (const row of rows.values()) cost += row[7];
    }
    const slot = this.#slots.get(Math.floor(time / SLOT) * SLOT);
    return slot === undefined || slot.start >= time ? { cost } : { cost, cut: { ...slot, end: slot.start + SLOT } };
  }

  /** With a check of its own: whoever reads it knows whether it is whole. */
  text(of: { readonly stamp: string; readonly digest: string }): string {
    const slots = [...this.#slots.values()].map(({ rows, ...slot }) => ({ ...slot, rows: [...rows.values()] }));
    const { covered, unreadable } = this;
    const body = JSON.stringify({ covered, unreadable, ...of, keys: this.#keys, slots });
    return `${JSON.stringify({ version: VERSION, check: checkOf(body) })}\n${body}\n`;
  }

  #sumOf(time: number, row: Row): UsageSum[] {
    const [index, requests, input, output, cacheRead, cacheWrite, hour, cost, unpriced] = row;
    const key = this.#keys[index];
    if (!key) return [];
    const [provider, model, project, source] = key;
    const usage = { input, output, cacheRead, cacheWrite, ...(hour > 0 ? { cacheWriteHour: hour } : {}) };
    return [{ time, provider, model, project, source, requests, usage, cost, unpriced }];
  }

  #row(key: Key, start: number, { from, to }: { readonly from: number; readonly to: number }): Row {
    const slot = this.#slots.get(start) ?? { start, from, to, rows: new Map<number, Row>() };
    this.#slots.set(start, slot);
    slot.from = Math.min(slot.from, from);
    slot.to = Math.max(slot.to, to);
    const index = this.#indexOf(key);
    const row = slot.rows.get(index) ?? [index, 0, 0, 0, 0, 0, 0, 0, 0];
    slot.rows.set(index, row);
    return row;
  }

  #indexOf(key: Key): number {
    const name = JSON.stringify(key);
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    this.#indexes.set(name, this.#keys.length);
    return this.#keys.push(key) - 1;
  }

  /** Undefined for anything that is not, to the byte, what `text` gave. */
  static parse(text: string): { readonly rollup: UsageRollup; readonly stamp: string; readonly digest: string } | undefined {
    const [head = '', body = ''] = text.split('\n');
    if (head !== JSON.stringify({ version: VERSION, check: checkOf(body) })) return undefined;
    const parsed = bodySchema.safeParse(JSON.parse(body)).data;
    if (!parsed) return undefined;
    const rollup = new UsageRollup();
    rollup.covered = parsed.covered;
    rollup.unreadable = parsed.unreadable;
    for (const key of parsed.keys) rollup.#indexOf(key);
    for (const { rows, ...slot } of parsed.slots)
      rollup.#slots.set(slot.start, { ...slot, rows: new Map(rows.map((row) => [row[0], row])) });
    return { rollup, stamp: parsed.stamp, digest: parsed.digest };
  }
}

function checkOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
