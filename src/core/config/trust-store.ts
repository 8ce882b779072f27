import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';

/** `projects` are real paths of folders. */
const fileSchema = z.strictObject({ version: z.literal(1), projects: z.array(z.string()) });

export interface TrustAnswer {
  readonly trusted: boolean;
  /** A whole sentence when the list had to be moved aside. */
  readonly notice?: string;
}

/**
 * The projects that a person trusts for good: `trusted_projects.json` in the config folder.
 *
 * A list that makes no sense is moved aside and counts as empty. One that cannot be read or written is a problem and is left as it is.
 */
export interface TrustStore {
  has(project: string): Promise<Result<TrustAnswer, Problem>>;
  add(project: string): Promise<Result<null, Problem>>;
}

export function createTrustStore({ paths, clock }: Pick<Ports, 'paths' | 'clock'>): TrustStore {
  const file = join(paths.config, 'trusted_projects.json');

  async function read(): Promise<Result<{ readonly projects: readonly string[]; readonly notice?: string }, Problem>> {
    try {
      const text = await readFile(file, 'utf8');
      const projects = parse(text);
      return ok(projects ? { projects } : { projects: [], notice: await moveAside(file, clock.now()) });
    } catch (failure) {
      return errnoOf(failure) === 'ENOENT' ? ok({ projects: [] }) : err(unusable(file, 'read', failure));
    }
  }

  return {
    has: async (project) => {
      const stored = await read();
      if (!stored.ok) return stored;
      const { projects, ...notice } = stored.value;
      return ok({ trusted: projects.includes(project), ...notice });
    },
    add: async (project) => {
      const stored = await read();
      if (!stored.ok) return stored;
      const projects = [...new Set([...stored.value.projects, project])];
      try {
        await writeAtomic(file, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`);
        return ok(null);
      } catch (failure) {
        return err(unusable(file, 'written', failure));
      }
    },
  };
}

function parse(text: string): readonly string[] | undefined {
  try {
    return fileSchema.parse(JSON.parse(text)).projects;
  } catch {
    return undefined;
  }
}

async function moveAside(file: string, now: number): Promise<string> {
  const kept = `${file}.unreadable-${now}`;
  await rename(file, kept);
  return `The list of trusted projects could not be understood and starts empty; the old one is kept as ${kept}.`;
}

function unusable(file: string, verb: 'read' | 'written', failure: unknown): Problem {
  return {
    code: 'config_invalid',
    message: `The list of trusted projects ${file} could not be ${verb} (${errnoOf(failure) ?? 'unknown error'}).`,
    hint: 'Correct the rights of the file and its folder, then try again.',
    safe: 'The file was not changed.',
  };
}
