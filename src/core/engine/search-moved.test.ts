import { stat, truncate, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeptEvent } from '../../shared/events.ts';
import { callIdSchema, messageIdSchema, type SessionId } from '../../shared/ids.ts';
import { markedParts } from '../../shared/search.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Ports } from '../lib/ports.ts';
import { updateTextIndexes } from '../store/search-candidates.ts';
import { createStoreFixture, must, PROJECT, type StoreFixture } from '../store/testing/store-fixture.ts';
import { searchSessions } from './search-sessions.ts';

let fixture: StoreFixture;
let ports: Ports;
beforeEach(async () => {
  fixture = await createStoreFixture();
  ports = await createNodePorts({ vars: { ...process.env, STEINER_HOME: fixture.home } });
});
afterEach(async () => {
  await ports.processes.close();
  await fixture.remove();
});

const LONG = 'lorem '.repeat(20_000);
const user = { role: 'user', origin: 'prompt', text: 'see below' } as const;
const [result, pasted, told] = [`${LONG}the harbour master`, `${LONG}the lighthouse`, `${LONG}the crane stands`];

/** A tool result, a paste and the result of a command that are all too long for the log, and one of a child that is not. */
const EVENTS: readonly KeptEvent[] = [
  { type: 'tool.end', call: callIdSchema.parse('c1'), name: 'bash', text: result, isError: false, duration: 1 },
  {
    type: 'message.end',
    message: { ...user, id: messageIdSchema.parse('u1'), attachments: [{ kind: 'text', name: 'paste', text: pasted }] },
  },
  {
    type: 'message.end',
    message: {
      ...user,
      id: messageIdSchema.parse('u2'),
      results: {
        pending: [],
        completions: [
          { id: 'k1', kind: 'child', title: 'paint the buoy', status: 'done', facts: [], text: 'It is anchored' },
          { id: 'b1', kind: 'command', title: 'build', status: 'done', facts: [], text: told },
        ],
      },
    },
  },
];

async function session(events: readonly KeptEvent[]): Promise<SessionId> {
  const log = await fixture.create();
  for (const event of events) must(await log.append(event));
  await log.close();
  return log.id;
}

async function find(query: string): Promise<readonly unknown[]> {
  const options = { processes: ports.processes, blobs: fixture.store.blobs, owner: 'test', signal: new AbortController().signal };
  const { hits } = await searchSessions(await fixture.store.logs(PROJECT), query, options);
  return hits.map((hit) => [hit.role, hit.item, ...markedParts(hit).flatMap(({ text, found }) => (found ? [text] : []))]);
}

async function findAll(): Promise<readonly unknown[]> {
  const queries = ['HARBOUR', 'lighthouse', 'crane stands', 'anchored', 'the buoy', 'nowhere'];
  return Promise.all(queries.map(find));
}

const ALL = [
  [['tool', 'c1', 'harbour']],
  [['user', 'u1', 'lighthouse']],
  [['tool', 'u2/1', 'crane', 'stands']],
  [['tool', 'u2/0', 'anchored']],
  [['tool', 'u2/0', 'the', 'buoy']],
  [],
];

test('finds what lies in blobs, and how side work ended, each where it is shown', async () => {
  await session(EVENTS);
  expect(await findAll()).toEqual(ALL);
});

test('finds them in a session that somebody writes now', async () => {
  const log = await fixture.create();
  for (const event of EVENTS) must(await log.append(event));
  expect(await findAll()).toEqual(ALL);
});

test.each([
  ['missing', (path: string) => writeFile(path, '')],
  ['damaged', (path: string) => truncate(path, 40)],
  ['of an earlier build', async (path: string, log: string) => writeFile(path, firstIndex((await stat(log)).size))],
])('finds them while the index is %s, and after it was made again', async (_how, harm) => {
  const { textIndex, log } = fixture.files(await session(EVENTS));
  await harm(textIndex, log);
  expect(await findAll()).toEqual(ALL);
  const options = { blobs: fixture.store.blobs, logger: ports.logger, signal: new AbortController().signal };
  await updateTextIndexes(await fixture.store.logs(PROJECT), options);
  expect(await findAll()).toEqual(ALL);
});

/** As the first builds wrote one: it covers the log, and knows nothing of texts in blobs. */
function firstIndex(covered: number): Buffer {
  const bytes = Buffer.alloc(24 + 64 + 4);
  bytes.write('STI1');
  bytes.writeUInt32LE(64, 4);
  bytes.writeDoubleLE(covered, 16);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 24 + 64)), 24 + 64);
  return bytes;
}

test('looks into the first mebibyte of each, and shows an item once', async () => {
  const text = `the harbour ${'x'.repeat(1024 * 1024)} the lighthouse`;
  await session([{ type: 'tool.end', call: callIdSchema.parse('c1'), name: 'bash', text, isError: false, duration: 1 }]);
  expect([await find('harbour'), await find('lighthouse')]).toEqual([[['tool', 'c1', 'harbour']], []]);
});
