import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import type { Ports } from '../lib/ports.ts';
import { unwritable } from './fs-problem.ts';

const useSchema = z.object({ uses: z.number().int().nonnegative(), favourite: z.boolean().optional() });
const fileSchema = z.object({ version: z.literal(1), models: z.record(z.string(), useSchema) });

export type ModelUse = z.infer<typeof useSchema>;

/** Which models a person chose and likes, in all projects, by `provider/model-id`. A file that cannot be read counts as empty. */
export interface ModelUses {
  all(): Promise<Readonly<Record<string, ModelUse>>>;
  /** A person switched to it. Lost when it cannot be written: it is only an order of a list. */
  count(model: string): Promise<void>;
  setFavourite(model: string, favourite: boolean): Promise<Result<null, Problem>>;
}

export function createModelUses({ paths }: Pick<Ports, 'paths'>): ModelUses {
  const file = join(paths.state, 'model-popularity.json');
  const queue = new SerialQueue();

  async function all(): Promise<Record<string, ModelUse>> {
    try {
      return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).models;
    } catch {
      return {};
    }
  }

  function change(model: string, by: (use: ModelUse) => ModelUse): Promise<Result<null, Problem>> {
    return queue.run(async () => {
      const models = await all();
      const use = Object.hasOwn(models, model) ? models[model] : undefined;
      try {
        await writeAtomic(file, JSON.stringify({ version: 1, models: { ...models, [model]: by(use ?? { uses: 0 }) } }));
        return ok(null);
      } catch (failure) {
        return err(unwritable(failure, 'The choice could not be kept'));
      }
    });
  }

  return {
    all,
    count: async (model) => {
      await change(model, (use) => ({ ...use, uses: use.uses + 1 }));
    },
    setFavourite: (model, favourite) => change(model, (use) => ({ ...use, favourite })),
  };
}
