import { execFile } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { searchSessions } from '../src/core/engine/search-sessions.ts';
import { createNodePorts } from '../src/core/lib/node-ports.ts';
import { type BlobStore, createBlobStore, toBlob } from '../src/core/store/blob-store.ts';
import { sessionFiles } from '../src/core/store/paths.ts';
import { updateTextIndexes } from '../src/core/store/search-candidates.ts';
import type { StoredLog } from '../src/core/store/session-log.ts';
import { createSessionStore } from '../src/core/store/session-store.ts';
import { createTempWorkspace } from '../src/core/testing/temp-workspace.ts';
import { locateRipgrep } from '../src/core/tools/ripgrep.ts';
import { sessionIdSchema } from '../src/shared/ids.ts';

/**
 * Full-text search over many sessions, warm: `npm run bench -- search [sessions] [megabytes each]`. The goal is 300 ms for 1000 sessions of 1 MB; each has one text of 200 KB in a blob beside that; what is
 * made by default is smaller, and the size is printed.
 */
const [sessions = 200, megabytes = 1] = process.argv.slice(2).map(Number);

const SEA =
  'the berth booking overlap harbour tide vessel crane quay pilot manifest container schedule buoy anchor draft mooring rope'.split(' ');

/** As many words as work on one program uses. */
const WORDS = [
  ...SEA,
  ...Array.from({ length: 4_000 }, (_, index) => (index * 2_654_435_761 + 12_345).toString(36).slice(0, 4 + (index % 6))),
];

function sentence(seed: number, words: number): string {
  return Array.from({ length: words }, (_, index) => {
    const pick = (seed * 7_919 + index * 104_729 + ((seed * index) % 65_537)) % (index % 3 === 0 ? SEA.length : WORDS.length);
    return WORDS[pick];
  }).join(' ');
}

/** One prompt, one answer and eight results of tools in ten lines, as long sessions are. */
function lineOf(index: number, session: number): string {
  const base = { id: String(index), parent: String(index - 1), time: index };
  const rare = index === 40 ? ` needle-${session}` : '';
  if (index % 10 === 1)
    return text({
      ...base,
      type: 'message.end',
      data: { message: { role: 'user', id: `u${index}`, origin: 'prompt', text: sentence(index, 20) } },
    });
  if (index % 10 === 2) {
    const blocks = [{ type: 'text', text: sentence(index + session, 80) + rare }];
    return text({
      ...base,
      type: 'message.end',
      data: { message: { role: 'assistant', id: `m${index}`, model: 'p/m', blocks, stop: 'complete' } },
    });
  }
  return text({
    ...base,
    type: 'tool.end',
    data: { call: `c${index}`, name: 'bash', text: `${sentence(index * session, 600)}${rare}\n`, isError: false, duration: 1 },
  });
}

function text(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

/** A result of a tool that was too long for the log. */
async function movedLine(session: number, blobs: BlobStore): Promise<string> {
  const blob = toBlob(`${sentence(session, 20_000)} deep-${session} ${sentence(session + 1, 20_000)}`);
  await blobs.write(blob);
  const data = { call: 'moved', name: 'bash', text: '', isError: false, duration: 1 };
  return text({ id: '0', parent: null, time: 0, type: 'tool.end', data, blobs: [{ path: ['text'], sha256: blob.sha256 }] });
}

async function writeSession(state: string, project: string, number: number): Promise<void> {
  const id = sessionIdSchema.parse(number.toString(16).padStart(32, '0'));
  const files = sessionFiles(state, project, id);
  await mkdir(dirname(files.log), { recursive: true });
  const log = await open(files.log, 'w');
  let bytes = 0;
  const put = async (line: string) => {
    bytes += Buffer.byteLength(line);
    await log.write(line);
  };
  await put(text({ schema: 1, id, project, title: sentence(number, 6), model: 'p/m', time: number }));
  await put(await movedLine(number, createBlobStore(join(state, 'blobs'))));
  for (let index = 1; bytes < megabytes * 1_000_000; index += 50) {
    await put(Array.from({ length: 50 }, (_, offset) => lineOf(index + offset, number)).join(''));
  }
  await log.close();
}

function medianOf(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(0);
}

/** The reference: one ripgrep that reads everything there is. */
async function countLines(query: string, logs: readonly StoredLog[]): Promise<void> {
  const args = ['--no-config', '--count', '--fixed-strings', '--ignore-case', '--regexp', query, '--', ...logs.map(({ path }) => path)];
  await promisify(execFile)(await locateRipgrep(), args).catch(() => undefined);
}

async function main(): Promise<void> {
  const workspace = await createTempWorkspace({ git: false });
  const ports = await createNodePorts({ vars: { ...process.env, STEINER_HOME: workspace.home } });
  try {
    for (let number = 1; number <= sessions; number += 1) await writeSession(ports.paths.state, workspace.path, number);
    const store = createSessionStore(ports);
    const stored = await store.logs(workspace.path);
    const began = performance.now();
    await updateTextIndexes(stored, { blobs: store.blobs, logger: ports.logger, signal: new AbortController().signal });
    process.stdout.write(`indexes made in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    process.stdout.write(`${sessions} sessions of ${megabytes} MB\n`);
    for (const query of [
      'harbour',
      'needle-1',
      'deep-1',
      'quay pilot',
      '"quay pilot"',
      'pilot needle-1',
      'the tide rope',
      'message',
      'message text',
      'nowhere to be found',
    ])
      process.stdout.write(`${await measure(query)}\n`);

    async function measure(query: string): Promise<string> {
      const [times, bare]: [number[], number[]] = [[], []];
      let hits = 0;
      for (let round = 0; round < 6; round += 1) {
        const start = performance.now();
        const logs = await store.logs(workspace.path);
        const options = { processes: ports.processes, blobs: store.blobs, owner: 'bench', signal: new AbortController().signal };
        hits = (await searchSessions(logs, query, options)).hits.length;
        if (round > 0) times.push(performance.now() - start);
        const plain = performance.now();
        await countLines(query, stored);
        if (round > 0) bare.push(performance.now() - plain);
      }
      return `${query.padEnd(22)} ${String(hits).padStart(4)} hits  median ${medianOf(times)} ms  (ripgrep over every log ${medianOf(bare)} ms)`;
    }
  } finally {
    await ports.processes.close();
    await workspace.remove();
  }
}

await main();
