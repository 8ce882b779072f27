import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { nearestNames } from '../../../shared/nearest.ts';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type ActiveSkill, isUsable, type SkillEntry, type SkillList, type SkillOrigin } from '../../../shared/skills.ts';
import { errnoOf } from '../../lib/errno.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import { readPlainFile } from '../../lib/read-plain-file.ts';
import { clipBody } from './skill-blocks.ts';
import { parseSkill, type SkillFile } from './skill-file.ts';

export interface SkillPlaces {
  /** Folder of what is shipped, which holds `skills`. */
  readonly resources: string | undefined;
  /** The person's config folder. */
  readonly config: string;
  readonly project: string;
  /** Whether the project's own skills are taken. */
  readonly trusted: boolean;
}

/** Nothing is kept between calls: each reads what is on disk then. */
export interface SkillCatalog {
  /** By name; of one name the entry in effect first. Never rejects. */
  list(): Promise<SkillList>;
  /** The skill of that name that is in effect, as the model is told of it, and the mode that typing its name switches to. */
  read(name: string): Promise<Result<ReadSkill, Problem>>;
  /** Paths of skills that are no longer what was read. */
  changedSince(skills: readonly ActiveSkill[]): Promise<ReadonlySet<string>>;
}

export interface ReadSkill {
  readonly skill: ActiveSkill;
  readonly mode: SkillEntry['mode'];
}

const MAX_FILE_BYTES = 1024 * 1024;
const PARALLEL = 16;

/** A later place wins over an earlier one. */
const PRECEDENCE: readonly SkillOrigin[] = ['bundled', 'user', 'project'];

interface Found {
  readonly entry: SkillEntry;
  readonly file?: SkillFile;
}

export function createSkillCatalog(places: SkillPlaces): SkillCatalog {
  const found = async () => shadow((await Promise.all(PRECEDENCE.map((origin) => inPlace(places, origin)))).flat());
  return {
    list: async () => ({
      skills: (await found()).map(({ entry }) => entry),
      untrusted: places.trusted ? 0 : (await projectSkills(places.project)).length,
    }),
    read: async (name) => {
      const all = await found();
      const [best] = all.filter(({ entry }) => entry.name === name);
      if (!best) return err(notFound(name, all));
      const { entry, file } = best;
      if (!file || !isUsable(entry)) return err(faulty(entry));
      const { origin, path, bytes, mode } = entry;
      return ok({ skill: { state: 'active', name, origin, path, body: clipBody(file.body), bytes }, mode });
    },
    changedSince: async (skills) => {
      const changed = await Promise.all(skills.map(async (skill) => ((await isUnchanged(skill)) ? [] : [skill.path])));
      return new Set(changed.flat());
    },
  };
}

/** Names of the folders of skills that a project brings, whatever is in them. */
export async function projectSkills(project: string): Promise<readonly string[]> {
  return foldersIn(projectFolder(project));
}

/** Changes with every byte of the skills a project brings; `undefined` when it brings none. */
export async function projectSkillsPrint(project: string): Promise<string | undefined> {
  const names = (await projectSkills(project)).toSorted();
  if (names.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const name of names) hash.update(JSON.stringify([name, await textOrFault(join(projectFolder(project), name, 'SKILL.md'))]));
  return hash.digest('hex');
}

async function textOrFault(path: string): Promise<string> {
  return readPlainFile(path, MAX_FILE_BYTES).catch((failure: unknown) => `unreadable: ${errnoOf(failure) ?? 'unknown error'}`);
}

function projectFolder(project: string): string {
  return join(project, '.steiner', 'skills');
}

function folderOf({ resources, config, project, trusted }: SkillPlaces, origin: SkillOrigin): string | undefined {
  switch (origin) {
    case 'bundled':
      return resources && join(resources, 'skills');
    case 'user':
      return join(config, 'skills');
    case 'project':
      return trusted ? projectFolder(project) : undefined;
  }
}

async function inPlace(places: SkillPlaces, origin: SkillOrigin): Promise<readonly Found[]> {
  const folder = folderOf(places, origin);
  if (folder === undefined) return [];
  const within = origin === 'project' ? places.project : undefined;
  const found = await mapLimited(await foldersIn(folder), PARALLEL, (name) => find({ name, origin, folder, within }));
  return found.filter((one) => one !== undefined);
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  } catch {
    return [];
  }
}

interface Place {
  readonly name: string;
  readonly origin: SkillOrigin;
  readonly folder: string;
  /** The project that a link must not lead out of. */
  readonly within: string | undefined;
}

/** Undefined where there is no `SKILL.md`: that folder is something else. */
async function find({ name, origin, folder, within }: Place): Promise<Found | undefined> {
  const path = join(folder, name, 'SKILL.md');
  const known = { name, origin, path, description: '', bytes: 0, mode: 'build' } as const;
  try {
    if (within !== undefined && !(await realpath(path)).startsWith((await realpath(within)) + sep)) {
      return { entry: { ...known, fault: 'It is a link that leads out of the project.' } };
    }
    const parsed = parseSkill(await readPlainFile(path, MAX_FILE_BYTES), name);
    if (!parsed.ok) return { entry: { ...known, fault: parsed.error } };
    const { body, ...facts } = parsed.value;
    return { entry: { ...known, ...facts, bytes: Buffer.byteLength(body) }, file: parsed.value };
  } catch (failure) {
    const code = errnoOf(failure) ?? 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { entry: { ...known, fault: `It cannot be read: ${REASONS[code] ?? code}.` } };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EISDIR: 'it is a folder',
  EINVAL: 'it is not a regular file',
  EFBIG: 'it is larger than 1 MiB',
};

/** One that cannot be used takes nobody's place. */
function shadow(all: readonly Found[]): readonly Found[] {
  const best = new Map<string, SkillOrigin>();
  for (const { entry } of all) if (entry.fault === undefined) best.set(entry.name, entry.origin);
  const marked = all.map((found) => {
    const by = best.get(found.entry.name);
    const { fault, origin } = found.entry;
    return fault !== undefined || by === undefined || by === origin ? found : { ...found, entry: { ...found.entry, shadowedBy: by } };
  });
  return marked.toSorted((a, b) => compare(a.entry.name, b.entry.name) || rank(b.entry) - rank(a.entry));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function rank(entry: SkillEntry): number {
  return (isUsable(entry) ? PRECEDENCE.length : 0) + PRECEDENCE.indexOf(entry.origin);
}

async function isUnchanged({ path, name, body }: ActiveSkill): Promise<boolean> {
  try {
    const now = parseSkill(await readPlainFile(path, MAX_FILE_BYTES), name);
    return now.ok && clipBody(now.value.body) === body;
  } catch {
    return false;
  }
}

function notFound(name: string, all: readonly Found[]): Problem {
  const names = [...new Set(all.filter(({ entry }) => isUsable(entry)).map(({ entry }) => entry.name))];
  const [near] = nearestNames(name, names);
  return {
    code: 'skill_missing',
    message: `There is no skill "${name}".${near === undefined ? '' : ` Did you mean ${near}?`}`,
    hint: names.length === 0 ? 'Make one: a folder with a SKILL.md, see docs/skills.md.' : `There are: ${names.join(', ')}.`,
    safe: 'Nothing was sent to the model.',
  };
}

function faulty({ name, path, fault = 'Another one takes its place.' }: SkillEntry): Problem {
  return {
    code: 'skill_invalid',
    message: `The skill "${name}" cannot be used. ${fault}`,
    hint: `Correct ${path}, then try again.`,
    safe: 'Nothing was sent to the model.',
  };
}
