import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpFetch } from '../../../lib/http-fetch.ts';
import { createRandomIds } from '../../../lib/ids.ts';
import { type CodexServer, type CodexServerOptions, startCodexServer } from '../../../testing/codex-server.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { type CodexAccount, type CodexPorts, createCodexAccount } from '../codex-account.ts';
import type { CodexTokens } from '../codex-tokens.ts';

export interface CodexRig {
  readonly folder: string;
  readonly server: CodexServer;
  readonly clock: ManualClock;
  readonly ports: CodexPorts;
  readonly account: CodexAccount;
  close(): Promise<void>;
}

/** An account in a folder of its own, whose servers are all one server of this machine. */
export async function openCodexRig(options: CodexServerOptions = {}): Promise<CodexRig> {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-codex-'));
  const server = await startCodexServer(options);
  const clock = new ManualClock();
  const environment = { vars: { STEINER_CODEX_SITE: server.origin }, home: folder, platform: 'linux' } as const;
  const ports = {
    clock,
    ids: createRandomIds(),
    fetch: createHttpFetch(),
    environment,
    paths: { config: folder, state: folder, cache: folder },
  };
  return {
    folder,
    server,
    clock,
    ports,
    account: createCodexAccount(ports),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Good for an hour from the start of the rig's clock. */
export const TOKENS: CodexTokens = {
  access_token: 'access-old',
  refresh_token: 'refresh-old',
  expires_at: new ManualClock().now() + 3_600_000,
  account_id: 'acc-1',
};
