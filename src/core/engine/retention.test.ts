import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import { identityOf } from '../lib/process-identity.ts';
import { createEngineRig, type EngineRig, runPrompt, serverConfig, value } from '../testing/engine-rig.ts';
import type { Project } from './api.ts';
import { artifactFolder } from './attach.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const KEEP = (rules: string) => (url: string) => `${serverConfig(url)}retention: ${rules}\n`;
/** So short that everything is older once the clock has gone on. */
const SHORT = KEEP('{ sessions: 1ms, trash: 1ms, checkpoints: 1ms }');

/** Cleans up once everything until now is older than the rules say. */
async function clean(project: Project, how: { readonly dryRun: boolean }) {
  for (const from = Date.now(); Date.now() - from < 2; ) await new Promise((resolve) => setImmediate(resolve));
  return project.library.clean(how);
}

/** Sessions with one turn each, all closed. */
async function sessions(project: Project, many: number): Promise<readonly SessionId[]> {
  const ids: SessionId[] = [];
  for (let index = 0; index < many; index += 1) {
    const { summary } = value(await project.createSession({}));
    await runPrompt(rig, project, summary.id, `Prompt ${index}`);
    await project.closeSession(summary.id);
    ids.push(summary.id);
  }
  return ids;
}

const idsOf = (rows: readonly { readonly id: SessionId }[]) => rows.map(({ id }) => id).toSorted();

async function checkpointsOf(id: SessionId): Promise<number> {
  const refs = await rig.workspace.git('for-each-ref', '--format=%(refname)', `refs/steiner/checkpoints/${id}/`);
  return refs.split('\n').filter(Boolean).length;
}

it('moves what is old to the trash, then deletes it; never what is pinned or open, nor their checkpoints', async () => {
  rig = await createEngineRig({ config: SHORT, script: () => ({ text: 'ok' }) });
  const project = await rig.open({ unsafe: true });
  const [old, pinned, open] = (await sessions(project, 3)) as [SessionId, SessionId, SessionId];
  value(await project.library.mark(pinned, { pinned: true }));
  value(await project.openSession(open));

  const dry = value(await clean(project, { dryRun: true }));
  expect({ ...dry, toTrash: idsOf(dry.toTrash) }).toMatchObject({ dryRun: true, toTrash: [old], deleted: [], rules: 3 });
  expect(idsOf(await project.listSessions())).toEqual([old, pinned, open].toSorted());

  const first = value(await clean(project, { dryRun: false }));
  expect([idsOf(first.toTrash), idsOf(first.deleted)]).toEqual([[old], []]);
  expect(idsOf(await project.library.trashed())).toEqual([old]);
  const second = value(await clean(project, { dryRun: false }));
  expect([idsOf(second.toTrash), idsOf(second.deleted)]).toEqual([[], [old]]);
  expect([idsOf(await project.listSessions()), await project.library.trashed()]).toEqual([[pinned, open].toSorted(), []]);
  expect([await checkpointsOf(old), (await checkpointsOf(pinned)) > 0, (await checkpointsOf(open)) > 0]).toEqual([0, true, true]);
});

/** A session with one long output beside it. */
async function withOutput(project: Project): Promise<{ readonly id: SessionId; readonly folder: string }> {
  const [id] = (await sessions(project, 1)) as [SessionId];
  const folder = artifactFolder(rig.workspace.path, id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'call_1.txt'), 'long output');
  return { id, folder };
}

it('takes the kept output of a session along when that goes for good, and not before', async () => {
  rig = await createEngineRig({ config: SHORT, script: () => ({ text: 'ok' }) });
  const project = await rig.open({ unsafe: true });
  const { id, folder } = await withOutput(project);
  const other = await withOutput(project);
  value(await project.library.mark(other.id, { pinned: true }));
  value(await project.library.trash(id));
  expect(await readdir(folder)).toEqual(['call_1.txt']);
  value(await clean(project, { dryRun: true }));
  expect(await readdir(folder)).toEqual(['call_1.txt']);
  value(await clean(project, { dryRun: false }));
  expect([existsSync(folder), await readdir(other.folder)]).toEqual([false, ['call_1.txt']]);

  const third = await withOutput(project);
  value(await project.library.trash(third.id));
  expect(value(await project.library.emptyTrash())).toBe(1);
  expect([existsSync(third.folder), await readdir(other.folder)]).toEqual([false, ['call_1.txt']]);
});

it('keeps everything where nothing says how long, and tells so', async () => {
  rig = await createEngineRig({ script: () => ({ text: 'ok' }) });
  const project = await rig.open({ unsafe: true });
  const ids = await sessions(project, 2);
  value(await project.library.trash(ids[0] as SessionId));
  const report = value(await clean(project, { dryRun: false }));
  expect(report).toEqual({ dryRun: false, toTrash: [], deleted: [], checkpoints: 0, blobs: { count: 0, bytes: 0 }, rules: 0 });
  expect([(await project.listSessions()).length, (await project.library.trashed()).length]).toEqual([1, 1]);
});

it('leaves a session alone that another process has open', async () => {
  rig = await createEngineRig({ config: SHORT, script: () => ({ text: 'ok' }) });
  const project = await rig.open({ unsafe: true });
  const [id] = (await sessions(project, 1)) as [SessionId];
  const root = join(rig.workspace.home, 'state', 'sessions');
  const [key = ''] = await readdir(root);
  await writeFile(join(root, key, id, 'lock'), JSON.stringify({ ...(await identityOf(1)), nonce: 'x' }));
  for (const dryRun of [true, false]) expect(value(await clean(project, { dryRun })).toTrash).toEqual([]);
});
