import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../lib/atomic-file.ts';
import type { Ports } from '../lib/ports.ts';
import type { ModelInfo } from './provider.ts';

type Named = Pick<ModelInfo, 'provider' | 'id' | 'vision'>;
export type SightPorts = Pick<Ports, 'logger'> & { readonly paths: Pick<Ports['paths'], 'cache'> };

const entrySchema = z.object({ provider: z.string(), id: z.string(), vision: z.boolean().optional() });
const fileSchema = z.array(entrySchema);
type Entry = z.infer<typeof entrySchema>;

/**
 * Which models see pictures: what is known of them, and what was learnt from their refusals. That is a small file in the cache folder, so that it holds after a restart; it can
 * be deleted at any time. It counts as long as nothing else is known of the model than when it refused: `vision: true` in the configuration is tried again.
 */
export class Sight {
  readonly #ports: SightPorts;
  /** What could not be written. */
  readonly #unwritten: Entry[] = [];

  constructor(ports: SightPorts) {
    this.#ports = ports;
  }

  /** Undefined when nobody knows: then it is tried. */
  sees(model: Named): boolean | undefined {
    return [...read(this.#ports), ...this.#unwritten].some((entry) => isOf(entry, model)) ? false : model.vision;
  }

  /** It refused a picture. Never rejects. */
  async learnBlind({ provider, id, vision }: Named): Promise<void> {
    const entry: Entry = { provider, id, ...(vision === undefined ? {} : { vision }) };
    const rest = read(this.#ports).filter((other) => other.provider !== provider || other.id !== id);
    if (!(await write(this.#ports, [...rest, entry]))) this.#unwritten.push(entry);
  }
}

/** Models of these providers are tried again. Never rejects. */
export async function forgetBlind(ports: SightPorts, providers: ReadonlySet<string>): Promise<void> {
  const known = read(ports);
  const left = known.filter(({ provider }) => !providers.has(provider));
  if (left.length < known.length) await write(ports, left);
}

function isOf(entry: Entry, { provider, id, vision }: Named): boolean {
  return entry.provider === provider && entry.id === id && entry.vision === vision;
}

function fileOf({ paths }: SightPorts): string {
  return join(paths.cache, 'blind-models.json');
}

/** Synchronous, since it is small and asked for in the middle of a request. */
function read(ports: SightPorts): readonly Entry[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(fileOf(ports), 'utf8')));
  } catch {
    return [];
  }
}

async function write(ports: SightPorts, entries: readonly Entry[]): Promise<boolean> {
  try {
    await writeAtomic(fileOf(ports), JSON.stringify(entries, null, 2), { sync: false });
    return true;
  } catch (failure) {
    ports.logger.log('warn', 'it could not be kept which models take no pictures', { error: String(failure) });
    return false;
  }
}
