import type { Environment } from '../../lib/ports.ts';

/** Where the accounts live and what they are asked with. */
export interface CodexSite {
  /** The authorisation server. */
  readonly issuer: string;
  readonly clientId: string;
  /** Answers to the account's own token; ends before `/responses`. */
  readonly backend: string;
  /** Says how much of the account's limits is used. */
  readonly usage: string;
  /** Answers to an API credential; ends before `/responses`. */
  readonly api: string;
  /** Ports of this machine that the authorisation server sends the browser back to, tried in order. */
  readonly callbackPorts: readonly number[];
}

const OPENAI: CodexSite = {
  issuer: 'https://auth.openai.com',
  clientId: 'app_EMoamEEZ73f0CkXaXp7hrann',
  backend: 'https://chatgpt.com/backend-api/codex',
  usage: 'https://chatgpt.com/backend-api/wham/usage',
  api: 'https://api.openai.com/v1',
  callbackPorts: [1455, 1457],
};

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** `STEINER_CODEX_SITE` puts a server of this machine in place of all of them, for tests. Any other address in it is ignored, so that no token can be sent astray. */
export function codexSite({ vars }: Environment): CodexSite {
  const local = vars.STEINER_CODEX_SITE ?? '';
  if (!LOOPBACK.test(local)) return OPENAI;
  return {
    ...OPENAI,
    issuer: local,
    backend: `${local}/backend-api/codex`,
    usage: `${local}/backend-api/wham/usage`,
    api: `${local}/v1`,
    callbackPorts: [0],
  };
}
