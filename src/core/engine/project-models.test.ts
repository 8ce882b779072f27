import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelChoice, Upward } from '../../shared/ipc.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { Project } from './api.ts';

const config = (url: string) => `providers:
  local: { type: openai_compat, base_url: "${url}" }
  gone: { type: openai_compat, base_url: "http://127.0.0.1:1/v1" }
models:
  definitions:
    thinker: { provider: local, id: thinks, advanced: { reasoning: { supported_efforts: [low, high] } } }
    worded: { provider: local, id: thinks, prompts: { system: Be a poet., system_suffix: In rhyme. }, params: { seed: 7 } }
  profiles:
    default: { default_model: local/scripted, sub_agents: { code: thinker } }
    quick: { default_model: thinker#low }
`;

let rig: EngineRig;
let project: Project;

beforeEach(async () => {
  rig = await createEngineRig({ config, script: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] });
  project = await rig.open();
});
afterEach(() => rig.close());

const refs = (models: readonly ModelChoice[]) => models.map(({ ref }) => ref);

it('lists what was configured, and what providers list once they were asked, also after a restart', async () => {
  const before = refs(await project.models.list());
  const told = new Promise<Upward>((resolve) => project.listen((upward) => (upward.type === 'models' ? resolve(upward) : undefined)));
  await project.models.refreshStale();
  const after = ['local/scripted', 'thinker', 'worded', 'demo/fix-the-test'];
  expect([before, await told]).toEqual([after, { type: 'models', models: await project.models.list() }]);
  const { providers } = await project.models.listings();
  expect(providers.map(({ provider, state, models }) => [provider, state, models])).toEqual([
    ['local', 'fresh', 1],
    ['gone', 'missing', 0],
  ]);
  await rig.restart();
  expect((await (await rig.open()).models.listings()).providers[0]?.state).toBe('fresh');
});

it('a refresh fails when nobody who was asked answered, and for a provider that is not there', async () => {
  const failing = await project.models.refresh({ providers: ['gone'] });
  const unknown = await project.models.refresh({ providers: ['lokal'] });
  expect([failing.ok ? '' : failing.error.message, unknown.ok ? '' : unknown.error.message]).toEqual([
    'gone did not list its models: it could not be reached (ECONNREFUSED).',
    'There is no provider "lokal".',
  ]);
  expect((await project.models.refresh({})).ok).toBe(true);
});

it('a session goes on with the model and effort it was switched to; what is wrong changes nothing', async () => {
  const { summary } = value(await project.createSession({}));
  const change = (model: string) => project.command({ type: 'session.model', session: summary.id, model });
  const [wrong, none] = [await change('thinker#huge'), await change('nobody/else')];
  expect([wrong.ok ? '' : wrong.error.message, none.ok ? '' : none.error.code]).toEqual([
    'The model of "thinker#huge" takes no effort "huge".',
    'model_not_found',
  ]);
  await runPrompt(rig, project, summary.id, 'first');
  value(await change('thinker#high'));
  await runPrompt(rig, project, summary.id, 'second');
  expect(rig.server.requests.map(({ body }) => [body.model, body.reasoning_effort])).toEqual([
    ['scripted', undefined],
    ['thinks', 'high'],
  ]);
  const { uses } = (await project.models.list()).find(({ ref }) => ref === 'thinker') ?? {};
  expect(uses).toBe(1);
});

it('a favourite and what was used are known in every project', async () => {
  value(await project.models.setFavourite({ provider: 'local', id: 'scripted' }, true));
  await rig.restart();
  expect((await (await rig.open()).models.list())[0]).toMatchObject({ ref: 'local/scripted', favourite: true });
});

it('a profile gives the model of new sessions, and every role its own', async () => {
  const quick = await rig.open({ profile: 'quick' });
  const { summary } = value(await quick.createSession({}));
  const roles = value(quick.models.roles('quick'));
  expect([
    summary.model,
    roles.find(({ role }) => role === 'sub_agents.code')?.ref,
    roles.find(({ role }) => role === 'advisor')?.ref,
  ]).toEqual(['thinker#low', 'thinker', 'thinker#low']);
  const wrong = await rig.open({ profile: 'quik' });
  expect(wrong.info().problem?.message).toBe('There is no profile "quik". Did you mean "quick"?');
});

it('a model may have a system prompt of its own', async () => {
  const { summary } = value(await project.createSession({ model: 'worded' }));
  await runPrompt(rig, project, summary.id, 'hello');
  expect([rig.server.requests[0]?.body.messages[0], rig.server.requests[0]?.body.seed]).toEqual([
    { role: 'system', content: 'Be a poet.\n\nIn rhyme.' },
    7,
  ]);
});
