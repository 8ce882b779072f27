import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import { sessionFiles } from '../store/paths.ts';
import { childRequest, childScript, subAgent } from '../testing/child-script.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import { deferred } from '../testing/session-rig.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const DONE = { text: 'Done.' };

/** A session with two children of a group: the first is done, and is told with the second, which never is. */
async function untold(): Promise<{ readonly id: SessionId; readonly log: string }> {
  const release = deferred();
  const calls = [subAgent('explore', 'A', { group: 'g' }), subAgent('explore', 'B', { group: 'g' })];
  rig = await createEngineRig({
    script: childScript([{ calls }, DONE, DONE, DONE], async ({ task }) => {
      await (task === 'A' ? release : deferred()).promise;
      return { text: `${task} answered` };
    }),
  });
  const project = await rig.open({ window: true });
  const { id } = value(await project.createSession({})).summary;
  await runPrompt(rig, project, id, 'go');
  release.resolve();
  await rig.events.waitFor(({ type }) => type === 'child.end');
  await rig.restart();
  return { id, log: sessionFiles(join(rig.workspace.home, 'state'), rig.workspace.path, id).log };
}

/** What the session that is opened again has to tell, and what the model is told with the next prompt. */
async function tell(id: SessionId) {
  const project = await rig.open({ window: true });
  const view = async () => fold(emptyView(), value(await project.openSession(id)).events);
  const { untold: before, items } = await view();
  await runPrompt(rig, project, id, 'and now');
  const { untold: after } = await view();
  const told = rig.server.requests
    .filter((request) => !childRequest(request))
    .at(-1)
    ?.body.messages.at(-1)?.content;
  return { before, after, told: String(told), cards: items.flatMap((item) => (item.kind === 'child' ? [item.state] : [])) };
}

const ANSWERED = { title: 'A', status: 'done', quiet: true, text: 'A answered' };

it('a child that was done when Steiner ended is told with its answer, once', async () => {
  const { id } = await untold();
  const { before, after, told, cards } = await tell(id);
  expect(before).toMatchObject([ANSWERED, { title: 'B', status: 'lost', quiet: true }]);
  expect([after, cards]).toEqual([[], ['done', 'cancelled']]);
  expect(told).toMatch(/Result of child \w{8}: done[\s\S]*A answered[\s\S]*: lost[\s\S]*and now$/);
});

it('also when not even its end was written to the session that started it', async () => {
  const { id, log } = await untold();
  const lines = (await readFile(log, 'utf8')).split('\n');
  const cut = lines.findIndex((line) => line.includes('"child.end"'));
  await writeFile(
    log,
    lines
      .slice(0, cut)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const { before, after, cards } = await tell(id);
  expect(cut).toBeGreaterThan(0);
  expect(before).toMatchObject([ANSWERED, { title: 'B', status: 'lost', quiet: true }]);
  expect([after, cards]).toEqual([[], ['done', 'lost']]);
});
