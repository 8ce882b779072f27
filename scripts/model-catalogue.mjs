import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueOf } from './lib/model-catalogue.mjs';
import { ROOT, run, runTool, say } from './lib/run.mjs';

/** The maintained library whose data is taken. It is not a dependency: its code needs a newer Node and three cloud SDKs, and only its data is used. */
const LIBRARY = '@earendil-works/pi-ai';
const VERSION = process.argv[2] ?? '1.6.0';

const file = join(ROOT, 'src', 'core', 'providers', 'facts', 'shipped-catalogue.json');
const folder = mkdtempSync(join(tmpdir(), 'steiner-catalogue-'));
try {
  await done('npm pack', run('npm', ['pack', `${LIBRARY}@${VERSION}`, '--silent', '--pack-destination', folder], { cwd: folder }));
  const [archive = ''] = readdirSync(folder);
  await done('tar', run('tar', ['xzf', join(folder, archive), '-C', folder]));
  const catalogue = catalogueOf(join(folder, 'package', 'dist', 'providers', 'data'));
  const { license } = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'));
  writeFileSync(file, JSON.stringify({ from: `${LIBRARY} ${VERSION} (${license})`, ...catalogue }));
  await done('biome', runTool('biome', ['format', '--write', file]));
  say(`wrote ${file}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} name
 * @param {ReturnType<typeof run>} running
 */
async function done(name, running) {
  const { code, output } = await running;
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
}
