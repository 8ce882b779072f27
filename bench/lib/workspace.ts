import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempWorkspace } from '../../src/core/testing/temp-workspace.ts';

/** A small git project with a configuration of its own, for both contestants. */
export interface BenchWorkspace {
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Points the configuration at a model server. */
  configure(url: string): Promise<void>;
  /**
   * From the next start on, the arguments of bubblewrap are noted. Returns what reads them and ends that. The spy lies in the system's folder for temporary files, which
   * sandboxes cover: so there is no stage, and the line has every mount.
   */
  spyOnSandbox(): Promise<{ readonly env: BenchWorkspace['env']; read(): Promise<readonly string[]> }>;
  remove(): Promise<void>;
}

export async function createBenchWorkspace(): Promise<BenchWorkspace> {
  const workspace = await createTempWorkspace({ files: { 'README.md': '# Bench\n', 'src/index.js': 'export const answer = 42;\n' } });
  const { path, home } = workspace;
  const env = { ...process.env, STEINER_HOME: home, NO_COLOR: '1' };
  await mkdir(join(home, 'config'), { recursive: true });
  return {
    path,
    env,
    configure: (url) => writeFile(join(home, 'config', 'config.yaml'), configuration(url)),
    spyOnSandbox: async () => {
      const folder = join(home, 'spy');
      const record = join(folder, 'arguments');
      const real = execFileSync('which', ['bwrap'], { encoding: 'utf8' }).trim();
      await mkdir(folder, { recursive: true });
      // One that is killed while it notes leaves what another noted.
      await writeFile(
        join(folder, 'bwrap'),
        `#!/bin/sh\nprintf '%s\\0' "$@" > '${record}'.$$ && mv '${record}'.$$ '${record}'\nexec '${real}' "$@"\n`,
      );
      await chmod(join(folder, 'bwrap'), 0o755);
      return {
        env: { ...env, PATH: `${folder}:${process.env.PATH}` },
        read: async () => [real, ...(await readFile(record, 'utf8')).split('\0').slice(0, -1)],
      };
    },
    remove: () => workspace.remove(),
  };
}

function configuration(url: string): string {
  return [
    `providers: { bench: { type: openai_compat, base_url: "${url}", api_key: none } }`,
    'models:',
    '  definitions: { scripted: { provider: bench, id: scripted } }',
    '  profiles: { default: { default_model: scripted } }',
    'limits: { max_turns: 10000, max_tokens: 1000000000 }',
    '',
  ].join('\n');
}
