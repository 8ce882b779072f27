import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Desktop {
  /** Puts it in the place of the real one. */
  readonly vars: { readonly PATH: string };
  remove(): Promise<void>;
}

/** As `secret-tool` is called and answers, with what it keeps in a file beside it. */
const KEYRING = `
const { readFileSync, writeFileSync } = require('node:fs');
const [verb, ...words] = process.argv.slice(2);
const name = words[words.indexOf('key') + 1];
let kept = {};
try { kept = JSON.parse(readFileSync(__filename + '.json', 'utf8')); } catch {}
const write = () => writeFileSync(__filename + '.json', JSON.stringify(kept));
if (verb === 'store') { kept[name] = readFileSync(0, 'utf8'); write(); }
else if (verb === 'lookup') { if (!(name in kept)) process.exit(1); process.stdout.write(kept[name]); }
else if (verb === 'clear') { if (!(name in kept)) process.exit(1); delete kept[name]; write(); }
else for (const key of Object.keys(kept)) process.stderr.write('attribute.key = ' + key + '\\n');
`;

/**
 * A desktop whose browser follows an address to its end and shows nobody anything: the person there always agrees with the page. With `keyring` it has one that is never locked: a
 * stand-in for the real one, which has tests of its own where it is installed.
 */
export async function createDesktop({ keyring = false }: { readonly keyring?: boolean } = {}): Promise<Desktop> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-desktop-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const browser = 'fetch(process.argv[2]).then((page) => page.text());';
  for (const [name, text] of Object.entries({ 'xdg-open': browser, open: browser, ...(keyring ? { 'secret-tool': KEYRING } : {}) })) {
    await writeFile(join(bin, name), `#!${process.execPath}\n${text}\n`, { mode: 0o755 });
  }
  return { vars: { PATH: `${bin}:${process.env.PATH ?? ''}` }, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}
