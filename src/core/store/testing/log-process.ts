/**
 * A process that opens (or with `create` makes) one session and, with `write`, appends notices as fast as they are acknowledged.
 * Prints `open`, or the code of the problem that keeps it from writing, then the number of each acknowledged notice.
 */
import { z } from 'zod';
import { sessionIdSchema } from '../../../shared/ids.ts';
import { createNodePorts } from '../../lib/node-ports.ts';
import { createSessionStore } from '../session-store.ts';

const argsSchema = z.tuple([z.string(), z.string(), sessionIdSchema, z.enum(['hold', 'write'])]);

async function main(args: readonly string[]): Promise<void> {
  const [home, project, id, task] = argsSchema.parse(args);
  const store = createSessionStore(await createNodePorts({ vars: { STEINER_HOME: home } }));
  const opened = await store.open(project, id);
  if (!opened.ok) return print(opened.error.code);
  const log = opened.value;
  print(log.readOnly ? log.readOnly.code : 'open');
  setInterval(() => {}, 60_000);
  if (task === 'hold') return;
  for (let number = 0; ; number += 1) {
    const burst = [number, number + 1, number + 2];
    number += 2;
    const outcomes = burst.map((each) => log.append({ type: 'notice', level: 'info', code: 'problem', message: `${id}:${each}` }));
    for (const [index, outcome] of (await Promise.all(outcomes)).entries()) if (outcome.ok) print(String(burst[index]));
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main(process.argv.slice(2));
