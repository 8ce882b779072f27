import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';
import { lockedOr } from '../lib/with-lock.ts';

/** By real path of the folder: the print of what the project brought when it was trusted. */
const projectsSchema = z.record(z.string(), z.string());

/** The first version kept no prints, so what it trusted may have changed since: it is asked about once more. */
const fileSchema = z.union([
  z.strictObject({ version: z.literal(2), projects: projectsSchema }),
  z.strictObject({ version: z.literal(1), projects: z.array(z.string()) }).transform(() => ({ version: 2 as const, projects: {} })),
]);

type Projects = z.infer<typeof projectsSchema>;

export interface TrustAnswer {
  readonly trusted: boolean;
  /** It was trusted, and what it brings has changed since. */
  readonly changed?: boolean;
  /** A whole sentence when the list had to be moved aside. */
  readonly notice?: string;
}

/**
 * The projects that a person trusts for good: `trusted_projects.json` in the config folder.
 *
 * A list that makes no sense is moved aside and counts as empty. One that cannot be read or written is a problem and is left as it is.
 */
export interface TrustStore {
  /** `print` stands for everything that the project brings; another one than that which was trusted is not trusted. */
  has(project: string, print: string): Promise<Result<TrustAnswer, Problem>>;
  add(project: string, print: string): Promise<Result<null, Problem>>;
}

export function createTrustStore({ paths, clock, ids }: Pick<Ports, 'paths' | 'clock' | 'ids'>): TrustStore {
  const file = join(paths.config, 'trusted_projects.json');

  async function read(): Promise<Result<{ readonly projects: Projects; readonly notice?: string }, Problem>> {
    try {
      const text = await readFile(file, 'utf8');
      const projects = parse(text);
      return ok(projects ? { projects } : { projects: {}, notice: await moveAside(file, clock.now()) });
    } catch (failure) {
      return errnoOf(failure) === 'ENOENT' ? ok({ projects: {} }) : err(unusable(file, 'read', reasonOf(failure)));
    }
  }

  async function write(project: string, print: string): Promise<Result<null, Problem>> {
    const stored = await read();
    if (!stored.ok) return stored;
    const projects = { ...stored.value.projects, [project]: print };
    await writeAtomic(file, `${JSON.stringify({ version: 2, projects }, null, 2)}\n`);
    return ok(null);
  }

  return {
    has: async (project, print) => {
      const stored = await read();
      if (!stored.ok) return stored;
      const { projects, ...notice } = stored.value;
      const known = Object.hasOwn(projects, project) ? projects[project] : undefined;
      return ok({ trusted: known === print, ...(known === undefined || known === print ? {} : { changed: true }), ...notice });
    },
    add: (project, print) => {
      const step = () => write(project, print);
      return lockedOr({ path: `${file}.lock`, clock, ids }, step, ({ reason }) => err(unusable(file, 'written', reason)));
    },
  };
}

function parse(text: string): Projects | undefined {
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

function reasonOf(failure: unknown): string {
  return errnoOf(failure) ?? 'unknown error';
}

function unusable(file: string, verb: 'read' | 'written', reason: string): Problem {
  return {
    code: 'config_invalid',
    message: `The list of trusted projects ${file} could not be ${verb} (${reason}).`,
    hint: 'Correct the rights of the file and its folder, then try again.',
    safe: 'The file was not changed.',
  };
}
