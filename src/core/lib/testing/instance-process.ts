/** An instance of the program that starts some sleepers, prints their pids, and waits to be killed. */
import { createNodePorts } from '../node-ports.ts';

async function main([home, count]: readonly string[]): Promise<void> {
  const ports = await createNodePorts({ vars: { STEINER_HOME: home } });
  for (let index = 0; index < Number(count); index += 1) {
    const sleeper = await ports.processes.spawn({
      command: 'sleep',
      args: ['300'],
      cwd: '/',
      env: { PATH: process.env.PATH ?? '' },
      owner: 'test',
      label: `sleeper ${index}`,
    });
    process.stdout.write(`${sleeper.pid}\n`);
  }
}

await main(process.argv.slice(2));
