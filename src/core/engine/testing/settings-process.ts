/** A process that writes one setting after the other into the file of that scope, as fast as it may, and prints the key of each that is written. */
import { z } from 'zod';
import { settingsScopeSchema } from '../../../shared/settings-report.ts';
import { createNodePorts } from '../../lib/node-ports.ts';
import { createProjectTrust } from '../project-trust.ts';
import { createSettings } from '../settings.ts';

const argsSchema = z.tuple([z.string(), z.string(), settingsScopeSchema, z.string(), z.coerce.number()]);

async function main(args: readonly string[]): Promise<void> {
  const [home, project, scope, name, count] = argsSchema.parse(args);
  const ports = await createNodePorts({ vars: { STEINER_HOME: home } });
  const settings = createSettings({ ports, sources: {}, trust: createProjectTrust(ports), opened: new Set() });
  for (let number = 0; number < count; number += 1) {
    const key = `models.definitions.${name}-${number}`;
    const written = await settings.write(project, { scope, changes: [{ key, value: { provider: 'demo', id: 'm' } }] });
    process.stdout.write(`${written.ok && written.value.state === 'written' ? key : JSON.stringify(written)}\n`);
  }
}

await main(process.argv.slice(2));
