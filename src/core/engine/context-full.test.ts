import { afterEach, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { createEngineRig, type EngineRig, runPrompt, serverConfig, value } from '../testing/engine-rig.ts';
import type { RecordedRequest, Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const TOO_LONG: Reply = {
  status: 400,
  body: {
    error: {
      message: "This model's maximum context length is 4096 tokens.",
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  },
};
const FILLER = 'A line of an answer that takes some room. '.repeat(12);

function isSummary({ body }: RecordedRequest): boolean {
  return JSON.stringify(body.messages.at(-1)).includes('## Verification');
}

/** Takes at most eleven messages, whatever the configuration says of its context. */
function small(request: RecordedRequest): Reply {
  if (request.body.messages.length > 11) return TOO_LONG;
  return { text: isSummary(request) ? 'What happened so far.' : FILLER };
}

it('a prompt that the provider finds too long is compacted and sent again, and the turn completes', async () => {
  rig = await createEngineRig({ script: small });
  const project = await rig.open({ unsafe: true });
  const { summary } = value(await project.createSession({}));
  const stops: string[] = [];
  for (let turn = 1; turn <= 8; turn += 1) stops.push((await runPrompt(rig, project, summary.id, `Prompt ${turn}.`)).stop);
  expect(new Set(stops)).toEqual(new Set(['complete']));
  const view = fold(emptyView(), value(await project.openSession(summary.id)).events);
  expect(view.generation).toBeGreaterThanOrEqual(1);
  expect(view.items.find((item) => item.kind === 'compaction')).toMatchObject({ cause: 'automatic', summary: 'What happened so far.' });
});

it('the model of the profile for summaries writes them when the own one cannot, with a cache key of its own', async () => {
  const models: unknown[] = [];
  rig = await createEngineRig({
    config: (url) =>
      serverConfig(url)
        .replace('definitions:', 'definitions:\n    roomy: { provider: local, id: roomy, retry: { enabled: false } }')
        .replace('default_model: scripted', 'default_model: scripted, compaction: roomy'),
    script: (request) => {
      const { model } = request.body as unknown as { readonly model: string };
      if (!isSummary(request)) return small(request);
      models.push(model);
      return model === 'roomy' ? { text: 'By the roomy one.' } : TOO_LONG;
    },
  });
  const project = await rig.open({ unsafe: true });
  const { summary } = value(await project.createSession({}));
  for (let turn = 1; turn <= 6; turn += 1) await runPrompt(rig, project, summary.id, `Prompt ${turn}.`);
  const view = fold(emptyView(), value(await project.openSession(summary.id)).events);
  expect(view.items.find((item) => item.kind === 'compaction')).toMatchObject({ writer: 'local/roomy', summary: 'By the roomy one.' });
  expect(models.at(-1)).toBe('roomy');
});

it('an answer that fills a small window is summarised, and the session goes on, also with another process', async () => {
  rig = await createEngineRig({
    config: (url) => serverConfig(url).replace('id: scripted,', 'id: scripted, advanced: { limits: { context_window: 8000 } },'),
    script: ({ body }) => ({ text: JSON.stringify(body.messages.at(-1)).includes('LONG') ? FILLER.repeat(25) : 'Short.' }),
  });
  const first = await rig.open({ unsafe: true });
  const { summary } = value(await first.createSession({}));
  expect((await runPrompt(rig, first, summary.id, 'LONG a')).stop).toBe('complete');
  await rig.restart();
  const project = await rig.open({ unsafe: true });
  value(await project.openSession(summary.id));
  expect(await runPrompt(rig, project, summary.id, 'b')).toMatchObject({ stop: 'complete' });
  expect(await runPrompt(rig, project, summary.id, 'c')).toMatchObject({ stop: 'complete' });
  const view = fold(emptyView(), value(await project.openSession(summary.id)).events);
  const [compaction] = view.items.flatMap((item) => (item.kind === 'compaction' ? [item] : []));
  expect(compaction).toMatchObject({ stage: 'emergency', dropped: { prompts: 1, answers: 1, results: 0 } });
  expect(view.generation).toBe(1);
});
