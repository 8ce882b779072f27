import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import type { AttemptAbout } from '../providers/sent/inspected-model.ts';
import type { SentRequest } from '../providers/sent/sent-request.ts';
import { sessionFiles } from '../store/paths.ts';
import type { SentLine } from '../store/request-lines.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { countingIds } from '../testing/provider-rig.ts';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { createRequestRecords } from './request-records.ts';

const SESSION = 'a'.repeat(32) as SessionId;
const ABOUT: AttemptAbout = { model: 'p/m', compaction: false, retry: false };

let workspace: TempWorkspace;
let file: string;
beforeEach(async () => {
  workspace = await createTempWorkspace({ git: false });
  file = sessionFiles(workspace.home, workspace.path, SESSION).requests;
  await mkdir(dirname(file), { recursive: true });
});
afterEach(() => workspace.remove());

function request(...texts: readonly string[]): SentRequest {
  const messages = texts.map((text) => ({ role: 'user', value: { role: 'user', content: text } }) as const);
  return { params: { model: 'm' }, tools: [], system: 'Be brief.', messages, keeps: 300_000 };
}

function records() {
  const warnings: unknown[] = [];
  const paths = { config: workspace.home, state: workspace.home, cache: workspace.home };
  const logger = { log: (_level: string, message: string) => void warnings.push(message) };
  const made = createRequestRecords({ paths, clock: new ManualClock(), ids: countingIds(), logger });
  const recorder = () => made.recorder({ project: workspace.path, session: SESSION, source: 'child' });
  return { recorder, warnings, flush: () => made.flush() };
}

async function sentLines(): Promise<readonly SentLine[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('{"sent"'));
  return lines.map((line) => JSON.parse(line) as SentLine);
}

test('each request tells what is new in it, also after the session was opened again', async () => {
  const { recorder, flush } = records();
  const first = recorder();
  first.sent(request('One.'), ABOUT);
  first.sent(request('One.', 'Two.'), { ...ABOUT, compaction: true });
  await flush();
  recorder().sent(request('One.', 'Two.', 'Three.'), { ...ABOUT, retry: true });
  await flush();
  const lines = await sentLines();
  expect(lines.map(({ sent, from, kept, messages, source, retry }) => [sent, from, kept, messages.length, source, retry])).toEqual([
    [1, undefined, 0, 1, 'child', undefined],
    [2, 1, 1, 1, 'compaction', undefined],
    [3, 2, 2, 1, 'child', true],
  ]);
  expect(lines[2]?.run).not.toBe(lines[1]?.run);
  expect(lines.map((line) => ['params', 'tools', 'system', 'texts'].map((part) => part in line))).toEqual([
    [true, true, true, true],
    [false, false, false, false],
    [false, false, false, false],
  ]);
});

test('requests to several models are each told against the last one to the same model', async () => {
  const { recorder, flush } = records();
  const one = recorder();
  for (const model of ['p/a', 'p/b', 'p/a']) one.sent(request('One.', 'Two.'), { ...ABOUT, model });
  await flush();
  expect((await sentLines()).map(({ sent, from, kept }) => [sent, from, kept])).toEqual([
    [1, undefined, 0],
    [2, undefined, 0],
    [3, 1, 2],
  ]);
});

test('what cannot be written is logged and fails nobody, and the next request is told whole', async () => {
  const { recorder, warnings, flush } = records();
  const one = recorder();
  one.sent(request('One.'), ABOUT);
  await flush();
  await rm(dirname(file), { recursive: true, maxRetries: 10 });
  const lost = one.sent(request('One.', 'Two.'), ABOUT);
  await lost.written;
  lost.ended({ stop: 'complete', countsCache: true }, Promise.resolve(undefined));
  await flush();
  expect(warnings).toEqual(['a model request could not be recorded']);
  await mkdir(dirname(file));
  one.sent(request('One.', 'Two.', 'Three.'), ABOUT);
  await flush();
  expect((await sentLines()).map(({ sent, from, kept, messages }) => [sent, from, kept, messages.length])).toEqual([[2, undefined, 0, 3]]);
});

test('after a line that a killed process tore the next one begins on its own', async () => {
  const { recorder, flush } = records();
  recorder().sent(request('One.'), ABOUT);
  await flush();
  const whole = await readFile(file, 'utf8');
  await writeFile(file, `${whole}{"sent":2,"from":1,"run":"0`);
  recorder().sent(request('One.', 'Two.'), ABOUT);
  await flush();
  const lines = (await readFile(file, 'utf8')).split('\n');
  expect([lines[1], JSON.parse(lines[2] ?? '{}')]).toMatchObject(['{"sent":2,"from":1,"run":"0', { sent: 2, from: 1, kept: 1 }]);
});
