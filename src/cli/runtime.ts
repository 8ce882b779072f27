import { join } from 'node:path';
import { boundYoungHeap } from './bound-heap.ts';
import type { Installation, Runtime, Writes } from './command.ts';
import type { Terminal } from './terminal.ts';

export async function openRuntime(vars: Terminal['env'], { root }: Installation, writes: Writes): Promise<Runtime> {
  const { createEngine, createNodePorts } = await import('../core/engine.ts');
  boundYoungHeap();
  const ports = await createNodePorts({ vars, writes });
  const engine = createEngine(ports, { resources: join(root, 'resources') });
  return {
    engine,
    kill: () => ports.processes.close(),
    report: (bug) => {
      ports.logger.log('error', 'the command failed unexpectedly', {
        error: String(bug),
        stack: bug instanceof Error ? bug.stack : undefined,
      });
      return vars.STEINER_LOG_FILE || join(ports.paths.state, 'diagnostics', 'steiner.jsonl');
    },
  };
}
