import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createJsonLogger } from './json-logger.ts';
import { createNodePorts } from './node-ports.ts';

let folder: string;
let file: string;
const clock = new ManualClock();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-log-'));
  file = join(folder, 'deep', 'log.jsonl');
});

afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

test('lines at or above the level are appended as JSON, and fields cannot forge the others', async () => {
  const logger = createJsonLogger({ file, level: 'warn', clock });
  logger.log('info', 'not kept');
  expect(existsSync(file)).toBe(false);
  logger.log('warn', 'kept', { level: 'error', code: 7 });
  createJsonLogger({ file, level: 'debug', clock }).log('debug', 'appended');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const rest = { time: '2026-01-01T00:00:00.000Z', pid: process.pid };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...rest, level: 'warn', message: 'kept', code: 7 },
    { ...rest, level: 'debug', message: 'appended' },
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a log that has grown large is set aside', async () => {
  const large = join(folder, 'large.jsonl');
  await writeFile(large, '');
  await truncate(large, 6 * 1024 * 1024);
  createJsonLogger({ file: large, level: 'info', clock }).log('info', 'fresh');
  expect((await readdir(folder)).sort()).toEqual(['large.jsonl', 'large.jsonl.1']);
  expect((await readFile(large, 'utf8')).split('\n')).toHaveLength(2);
});

test('a log that cannot be written is given up without a word', () => {
  const logger = createJsonLogger({ file: '/dev/null/log.jsonl', level: 'info', clock });
  expect(() => logger.log('error', 'lost')).not.toThrow();
});

test('the secrets of the environment are in no line, whatever it is about', async () => {
  const vars = {
    HOME: folder,
    STEINER_HOME: folder,
    STEINER_LOG_FILE: file,
    API_TOKEN: 'abc"def-ghijkl',
    PROXY: 'http://me:pass-word-1@host',
  };
  const { logger, processes } = await createNodePorts({ vars });
  logger.log('error', 'failed with abc"def-ghijkl', {
    error: 'Error: GET http://me:pass-word-1@host/x',
    deep: { header: ['Bearer abc"def-ghijkl'] },
  });
  await processes.close();
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    message: 'failed with …',
    error: 'Error: GET http://me:…@host/x',
    deep: { header: ['Bearer …'] },
  });
});
