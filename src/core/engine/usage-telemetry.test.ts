import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UsageRecord } from '../../shared/usage-report.ts';
import { createEngine, createNodePorts } from '../engine.ts';
import { EventRecorder } from '../testing/event-recorder.ts';
import { startModelServer } from '../testing/model-server.ts';
import { createUsageTelemetry } from './usage-telemetry.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-telemetry-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const RECORD: UsageRecord = {
  time: Date.UTC(2026, 10, 30),
  project: '/secret/project',
  session: 's',
  provider: 'box',
  model: 'tiny',
  source: 'parent',
  stop: 'complete',
  usage: { input: 100, output: 7, cacheRead: 60, cacheWrite: 30 },
  cost: 12,
  duration: 5,
};

function telemetry(vars: Readonly<Record<string, string>>) {
  const warned: unknown[] = [];
  const environment = { vars, home: folder, platform: 'linux' } as const;
  return { write: createUsageTelemetry({ environment, logger: { log: (...entry) => warned.push(entry) } }), warned };
}

test('a line has the tokens and whose they are, and nothing of the work', async () => {
  const { write } = telemetry({ STEINER_USAGE_TELEMETRY: '~/lines.jsonl', STEINER_USAGE_TELEMETRY_RUN: 'night' });
  await write(RECORD);
  const { usage: _, ...uncounted } = RECORD;
  await write(uncounted);
  expect(await readFile(join(folder, 'lines.jsonl'), 'utf8')).toBe(
    '{"time":"2026-11-30T00:00:00.000Z","run":"night","source":"parent","provider":"box","model":"tiny","prompt":100,"cache_read":60,"cache_create":30,"completion":7}\n',
  );
});

test('a file that cannot be written is warned about once and left alone', async () => {
  await writeFile(join(folder, 'file'), '');
  const { write, warned } = telemetry({ STEINER_USAGE_TELEMETRY: join(folder, 'file', 'lines.jsonl') });
  await write(RECORD);
  await write(RECORD);
  expect(warned).toEqual([
    ['warn', 'the file that STEINER_USAGE_TELEMETRY names cannot be written, and is left alone', { code: 'ENOTDIR' }],
  ]);
});

test('the engine writes a line for each response that was counted, only when it is asked to', async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 2 };
  const server = await startModelServer([{ text: 'one', usage }, { text: 'two' }, { text: 'three', usage }]);
  await writeFile(join(folder, 'config.yaml'), '');
  const home = join(folder, 'home');
  for (const named of [{ STEINER_USAGE_TELEMETRY: join(folder, 'lines.jsonl') }, {}]) {
    const engine = createEngine(await createNodePorts({ vars: { PATH: process.env.PATH, HOME: folder, STEINER_HOME: home, ...named } }));
    const { stamp } = await settingsOf(engine);
    const changes = [
      { key: 'providers.local', value: { type: 'openai_compat', base_url: server.url } },
      { key: 'models.profiles.default.default_model', value: 'local/tiny' },
    ];
    await engine.settings.write(undefined, { scope: 'user', stamp, changes });
    const project = await engine.openProject(folder, { broad: true });
    if (!project.ok) throw new Error(project.error.message);
    const ends = new EventRecorder<string>();
    project.value.listen((upward) => {
      if (upward.type === 'events') for (const { event } of upward.events) if (event.type === 'turn.end') ends.record(event.turn);
    });
    const session = await project.value.createSession({});
    if (!session.ok) throw new Error(session.error.message);
    for (let turn = 1; turn <= (named.STEINER_USAGE_TELEMETRY ? 2 : 1); turn += 1) {
      await project.value.command({ type: 'prompt', session: session.value.summary.id, text: 'hi', delivery: 'now' });
      await ends.waitFor(() => ends.items.length === turn);
    }
    await engine.close();
  }
  await server.close();
  const lines = (await readFile(join(folder, 'lines.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).completion)).toEqual([2]);
});

async function settingsOf(engine: ReturnType<typeof createEngine>) {
  const report = await engine.settings.read(undefined);
  if (!report.ok) throw new Error(report.error.message);
  return report.value.user;
}
