/** An instance of the program that sets up sandboxes without end, tells of each that was begun, and waits to be killed. */

import { configSchema } from '../../config/schema.ts';
import { createNodePorts } from '../../lib/node-ports.ts';
import { createSandbox } from '../create-sandbox.ts';

async function main([project = '', home = '']: readonly string[]): Promise<void> {
  const ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: home, STEINER_HOME: `${home}/steiner` } });
  const { environment, processes, paths: state } = ports;
  const { sandbox: config, paths } = configSchema.parse({});
  const sandbox = await createSandbox({ project, config, paths, environment, state, processes });
  for (let session = 0; ; session += 1) {
    const id = `session-${session}`;
    const decision = await sandbox.decide({ id, root: project });
    const started = sandbox.start(decision, { text: 'sleep 300', cwd: project, owner: id, label: 'test' });
    process.stdout.write(`${session}\n`);
    await started;
  }
}

await main(process.argv.slice(2));
