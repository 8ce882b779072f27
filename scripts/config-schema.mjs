import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT, say } from './lib/run.mjs';

const file = join(ROOT, 'resources', 'config.schema.json');
const { module } = await runnerImport(join(ROOT, 'src', 'core', 'config', 'json-schema.ts'), { root: ROOT, configFile: false });
writeFileSync(file, `${JSON.stringify(module.configJsonSchema(), null, 2)}\n`);
say(`wrote ${file}`);
