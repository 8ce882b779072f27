import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchDeltas } from './deltas.ts';
import { createContestants } from './lib/contestants.ts';
import { startRemoteModelServer } from './lib/model-server.ts';
import { markdownPage, type Row, textTable } from './lib/report.ts';
import { createBenchWorkspace } from './lib/workspace.ts';
import { benchSandbox } from './sandbox.ts';
import { benchStream } from './stream.ts';
import { benchTools } from './tools.ts';
import { benchTurns } from './turns.ts';

const PAGE = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));

try {
  const rows = await measure();
  process.stdout.write(`${textTable(rows)}\n`);
  if (process.argv.includes('--write')) writeFileSync(PAGE, markdownPage(rows));
} catch (failure) {
  process.stderr.write(`The bench could not measure: ${failure instanceof Error ? failure.message : failure}\n`);
  process.exitCode = 1;
}

async function measure(): Promise<readonly Row[]> {
  const workspace = await createBenchWorkspace();
  const server = startRemoteModelServer();
  try {
    const contestants = await createContestants(workspace, server);
    return [
      ...(await benchTurns(contestants)),
      ...(await benchDeltas(contestants)),
      ...(await benchStream(server)),
      ...(await benchSandbox()),
      ...(await benchTools()),
    ];
  } finally {
    server.close();
    await workspace.remove();
  }
}
