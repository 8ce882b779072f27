import { ok } from '../../../shared/result.ts';
import type { Credentials } from '../credentials.ts';
import type { CodexAccount } from './codex-account.ts';
import type { CodexTokens } from './codex-tokens.ts';

/**
 * The account's credentials for each request: an API credential goes to the API, where the sign-in gave one, else the access token with the
 * account's id to the back end.
 */
export function codexCredentials(account: CodexAccount): Credentials {
  const sent = new Set<string>();
  let last = '';
  return {
    async sign({ url, headers }) {
      const access = await account.access();
      if (!access.ok) return access;
      const tokens = access.value;
      last = tokens.api_key ?? tokens.access_token;
      for (const secret of [tokens.access_token, tokens.refresh_token, tokens.api_key, tokens.id_token]) if (secret) sent.add(secret);
      return ok({ url: addressFor(url, account, tokens), headers: withCredentials(headers, tokens) });
    },
    renew: () => account.renew(last),
    secrets: () => [...sent],
  };
}

function addressFor(url: string, { site }: CodexAccount, { api_key: apiKey }: CodexTokens): string {
  return apiKey !== undefined && url.startsWith(site.backend) ? `${site.api}${url.slice(site.backend.length)}` : url;
}

function withCredentials(before: Headers, { api_key: apiKey, access_token: token, account_id: account }: CodexTokens): Headers {
  const headers = new Headers(before);
  headers.set('Authorization', `Bearer ${apiKey ?? token}`);
  if (apiKey === undefined && account !== undefined) headers.set('chatgpt-account-id', account);
  return headers;
}
