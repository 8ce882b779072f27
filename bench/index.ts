import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchDeltas } from './deltas.ts';
import { createContestants } from './lib/contestants.ts';
import { type RemoteModelServer, startRemoteModelServer } from './lib/model-server.ts';
import { markdownPage, type Row, textTable } from './lib/report.ts';
import { type BenchWorkspace, createBenchWorkspace } from './lib/workspace.ts';
import { benchMentions } from './mentions.ts';
import { benchModels } from './models.ts';
import { benchPrints } from './prints.ts';
import { benchSandbox } from './sandbox.ts';
import { benchStream } from './stream.ts';
import { benchTools } from './tools.ts';
import { benchTurns } from './turns.ts';
import { benchUsage } from './usage.ts';

interface Setting {
  readonly workspace: BenchWorkspace;
  readonly server: RemoteModelServer;
}

const PARTS: Readonly<Record<string, (setting: Setting) => Promise<readonly Row[]>>> = {
  turns: async ({ workspace, server }) => benchTurns(await createContestants(workspace, server)),
  deltas: async ({ workspace, server }) => benchDeltas(await createContestants(workspace, server)),
  stream: ({ server }) => benchStream(server),
  mentions: benchMentions,
  models: benchModels,
  usage: benchUsage,
  prints: benchPrints,
  sandbox: benchSandbox,
  tools: benchTools,
};

const PAGE = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));

try {
  const rows = await measure();
  process.stdout.write(`${textTable(rows)}\n`);
  if (process.argv.includes('--write')) writeFileSync(PAGE, markdownPage(rows));
} catch (failure) {
  process.stderr.write(`The bench could not measure: ${failure instanceof Error ? failure.message : failure}\n`);
  process.exitCode = 1;
}

/** Without names all of it; `npm run bench -- turns sandbox` measures only those parts. */
async function measure(): Promise<readonly Row[]> {
  const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const chosen = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) throw new Error(`there is no such part; the parts are ${Object.keys(PARTS).join(', ')}`);
  const workspace = await createBenchWorkspace();
  const server = startRemoteModelServer();
  try {
    const rows: Row[] = [];
    for (const [, part] of chosen) rows.push(...(await part({ workspace, server })));
    return rows;
  } finally {
    server.close();
    await workspace.remove();
  }
}
