import { z } from 'zod';

const tokens = z.number().int().positive();
const dollars = z.number().min(0);

/** To compile a check pays off only when it is made often. */
const ONCE = { jitless: true };

const entrySchema = z.object({
  context: tokens.optional(),
  output: tokens.optional(),
  vision: z.boolean().optional(),
  efforts: z.array(z.string()).readonly().optional(),
  echo: z.boolean().optional(),
  wire: z.enum(['chat_completions', 'messages', 'responses']).optional(),
  /** US dollars for a million tokens: input, output, cache read, cache write. A cache tier of 0 is not known. */
  price: z.tuple([dollars, dollars, dollars, dollars]).readonly().optional(),
});

/** What a catalogue says of one model at one seller. Absent is unknown. */
export type CatalogueEntry = z.infer<typeof entrySchema>;

export const catalogueSchema = z.object({
  /** Whose data it is. */
  from: z.string(),
  /** Day of the data, `2026-11-20`. */
  date: z.string(),
  /** Sellers, and their models by id. */
  providers: z.record(z.string(), z.record(z.string(), entrySchema)),
});
export type CatalogueData = z.infer<typeof catalogueSchema>;

/** A catalogue whose entries nobody has looked at yet. */
export interface UncheckedCatalogue extends Pick<CatalogueData, 'from' | 'date'> {
  readonly providers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Found {
  readonly entry: CatalogueEntry;
  /** `false`: put together from what other sellers say of a model of that name. */
  readonly exact: boolean;
}

/** Finds models in one set of data. Sellers are named as the data names them. */
export interface Catalogue {
  readonly from: string;
  readonly date: string;
  readonly size: number;
  /** Names of the models of one seller: in the order given, the first that the data knows models of. */
  ids(sellers: readonly string[]): readonly string[];
  find(sellers: readonly string[], id: string, anySeller: boolean): Found | undefined;
}

/** Entries are checked as they are found: to check all of them takes longer than the rest of a start. Throws for one that is wrong. */
export function createCatalogue({ from, date, providers }: UncheckedCatalogue): Catalogue {
  let byName: ReadonlyMap<string, readonly unknown[]> | undefined;
  return {
    from,
    date,
    size: Object.values(providers).reduce((sum, models) => sum + Object.keys(models).length, 0),
    ids: (sellers) => sellers.map((seller) => Object.keys(providers[seller] ?? {})).find((ids) => ids.length > 0) ?? [],
    find(sellers, id, anySeller) {
      for (const seller of sellers) {
        const models = Object.hasOwn(providers, seller) ? providers[seller] : undefined;
        const entry = models && Object.hasOwn(models, id) ? models[id] : undefined;
        if (entry) return { entry: checked(entry), exact: true };
      }
      if (!anySeller) return undefined;
      byName ??= indexByName(providers);
      const others = byName.get(bareName(id));
      return others && { entry: merged(others.map(checked)), exact: false };
    },
  };
}

function checked(entry: unknown): CatalogueEntry {
  return entrySchema.parse(entry, ONCE);
}

/** Without a seller's prefix: `anthropic/claude-opus-5` is `claude-opus-5`. */
function bareName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase();
}

function indexByName(providers: UncheckedCatalogue['providers']): Map<string, unknown[]> {
  const index = new Map<string, unknown[]>();
  for (const models of Object.values(providers)) {
    for (const [id, entry] of Object.entries(models)) {
      const name = bareName(id);
      const known = index.get(name);
      if (known) known.push(entry);
      else index.set(name, [entry]);
    }
  }
  return index;
}

/** What holds wherever the model is served: the smallest limits, and only what all can do. Never a wire and never a price. */
function merged(entries: readonly CatalogueEntry[]): CatalogueEntry {
  const smallest = (field: 'context' | 'output') => entries.flatMap((entry) => entry[field] ?? []).toSorted((a, b) => a - b)[0];
  const [context, output] = [smallest('context'), smallest('output')];
  const efforts = entries.map((entry) => entry.efforts ?? []).reduce((all, some) => all.filter((word) => some.includes(word)));
  const vision = entries.every((entry) => entry.vision !== undefined) ? entries.every((entry) => entry.vision) : undefined;
  return {
    ...(context === undefined ? {} : { context }),
    ...(output === undefined ? {} : { output }),
    ...(vision === undefined ? {} : { vision }),
    efforts,
    echo: entries.every((entry) => entry.echo === true),
  };
}
