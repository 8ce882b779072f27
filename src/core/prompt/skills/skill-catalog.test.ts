import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_SKILL_BYTES } from '../../../shared/skills.ts';
import { createSkillCatalog, type SkillCatalog } from './skill-catalog.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-skills-'));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

const FOLDERS = { bundled: 'resources/skills', user: 'config/skills', project: 'project/.steiner/skills' } as const;

async function write(origin: keyof typeof FOLDERS, name: string, text: string): Promise<string> {
  const folder = join(root, FOLDERS[origin], name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), text);
  return join(folder, 'SKILL.md');
}

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: ${name} of the test\n---\n${body}`;

function catalog(trusted = true): SkillCatalog {
  return createSkillCatalog({
    resources: join(root, 'resources'),
    config: join(root, 'config'),
    project: join(root, 'project'),
    trusted,
  });
}

async function listed(trusted = true): Promise<readonly unknown[]> {
  const { skills } = await catalog(trusted).list();
  return skills.map(({ name, origin, shadowedBy, fault }) => [name, origin, shadowedBy ?? fault]);
}

it('finds nothing where there is nothing', async () => {
  expect(await catalog().list()).toEqual({ skills: [], untrusted: 0 });
});

it("lets the project's skill win over the person's and that over the bundled one, and says so", async () => {
  await write('bundled', 'tidy', skill('tidy', 'bundled'));
  await write('user', 'tidy', skill('tidy', 'mine'));
  await write('project', 'tidy', skill('tidy', 'ours'));
  await write('bundled', 'ask', skill('ask', 'bundled'));
  expect(await listed()).toEqual([
    ['ask', 'bundled', undefined],
    ['tidy', 'project', undefined],
    ['tidy', 'user', 'project'],
    ['tidy', 'bundled', 'project'],
  ]);
  expect(await catalog().read('tidy')).toMatchObject({
    ok: true,
    value: { skill: { origin: 'project', body: 'ours', bytes: 4 }, mode: 'build' },
  });
});

it('leaves the skills of a project out that nobody trusts, and counts them', async () => {
  await write('user', 'tidy', skill('tidy', 'mine'));
  await write('project', 'tidy', skill('tidy', 'ours'));
  await write('project', 'evil', skill('evil', 'rm'));
  const untrusted = catalog(false);
  expect((await untrusted.list()).untrusted).toBe(2);
  expect(await listed(false)).toEqual([['tidy', 'user', undefined]]);
  expect(await untrusted.read('evil')).toMatchObject({ ok: false, error: { code: 'skill_missing', hint: 'There are: tidy.' } });
});

it("lists one that cannot be used with the reason, and lets it take nobody's place", async () => {
  await write('bundled', 'tidy', skill('tidy', 'bundled'));
  const path = await write('user', 'tidy', 'Just text.');
  await mkdir(join(root, FOLDERS.user, 'empty-folder'));
  await mkdir(join(root, FOLDERS.user, 'folder', 'SKILL.md'), { recursive: true });
  await write('user', 'huge', skill('huge', 'x'.repeat(1024 * 1024)));
  expect(await listed()).toEqual([
    ['folder', 'user', 'It cannot be read: it is a folder.'],
    ['huge', 'user', 'It cannot be read: it is larger than 1 MiB.'],
    ['tidy', 'bundled', undefined],
    ['tidy', 'user', expect.stringMatching(/^It must begin with front matter/)],
  ]);
  expect(await catalog().read('tidy')).toMatchObject({ ok: true, value: { skill: { body: 'bundled' } } });
  await rm(join(root, FOLDERS.bundled), { recursive: true, maxRetries: 10 });
  expect(await catalog().read('tidy')).toMatchObject({
    ok: false,
    error: { code: 'skill_invalid', hint: `Correct ${path}, then try again.` },
  });
  expect(await catalog().read('hige')).toMatchObject({ ok: false, error: { message: 'There is no skill "hige".' } });
});

it('follows links of the person, and none of a project that lead out of it', async () => {
  const outside = join(root, 'elsewhere');
  await mkdir(outside);
  await writeFile(join(outside, 'SKILL.md'), skill('linked', 'secret'));
  for (const folder of [FOLDERS.user, FOLDERS.project]) {
    await mkdir(join(root, folder), { recursive: true });
    await symlink(outside, join(root, folder, 'linked'));
  }
  expect(await listed()).toEqual([
    ['linked', 'user', undefined],
    ['linked', 'project', 'It is a link that leads out of the project.'],
  ]);
});

it('cuts a long text between characters and says how much is missing', async () => {
  const body = `a${'ä'.repeat(MAX_SKILL_BYTES / 2)}`;
  await write('user', 'long', skill('long', body));
  const read = await catalog().read('long');
  const text = read.ok ? read.value.skill.body : '';
  expect(text).toBe(`a${'ä'.repeat(MAX_SKILL_BYTES / 2 - 1)}\n[The other 2 bytes of this skill are left out]`);
  expect(read).toMatchObject({ value: { skill: { bytes: MAX_SKILL_BYTES + 1 } } });
});

it('knows which skills are no longer what was read', async () => {
  const paths = [
    await write('user', 'same', skill('same', 'a')),
    await write('user', 'other', skill('other', 'b')),
    await write('user', 'gone', skill('gone', 'c')),
  ];
  const read = await Promise.all(['same', 'other', 'gone'].map((name) => catalog().read(name)));
  const skills = read.flatMap((one) => (one.ok ? [one.value.skill] : []));
  await write('user', 'other', skill('other', 'changed'));
  await rm(paths[2] ?? '');
  expect([...(await catalog().changedSince(skills))]).toEqual(paths.slice(1));
});
