import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createNodePorts } from '../../../lib/node-ports.ts';
import type { Ports } from '../../../lib/ports.ts';
import { bundleNodeScript } from '../../../testing/node-script.ts';
import { type ClaudeCli, createClaudeCli } from '../claude-cli.ts';
import type { Behaviour } from './behaviour.ts';

/** Puts the fake program into a new folder, which goes on `PATH`. The caller removes it. */
export async function installFakeClaude(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-fake-claude-'));
  await bundleNodeScript(new URL('./fake-claude.ts', import.meta.url).pathname, folder);
  const start = `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'script.mjs')}" "$@"\n`;
  await writeFile(join(folder, 'claude'), start, { mode: 0o755 });
  return folder;
}

export interface ClaudeRig {
  /** In the environment of every process that is started here, and of nothing else. */
  readonly home: string;
  readonly ports: Ports;
  readonly claude: ClaudeCli;
  /** From the next start of the program. */
  behave(behaviour: Behaviour): Promise<void>;
  /** What the program wrote down in that file. */
  noted(file: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** `clock` takes the place of the real one. */
export async function openClaudeRig(installed: string, clock?: Ports['clock']): Promise<ClaudeRig> {
  const home = await mkdtemp(join(tmpdir(), 'steiner-claude-home-'));
  const PATH = [installed, dirname(process.execPath), process.env.PATH].join(delimiter);
  const vars = { PATH, HOME: home, STEINER_HOME: home, ANTHROPIC_API_KEY: 'sk-secret', CLAUDE_CODE_USE_BEDROCK: '1', LANG: 'C' };
  const ports = { ...(await createNodePorts({ vars })), ...(clock ? { clock } : {}) };
  const claude = createClaudeCli(ports);
  return {
    home,
    ports,
    claude,
    behave: (behaviour) => writeFile(join(home, 'behaviour.json'), JSON.stringify(behaviour)),
    noted: async (file) =>
      (await readFile(join(home, file), 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    close: async () => {
      claude.close();
      await ports.processes.close();
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
