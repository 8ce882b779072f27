import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { claimsOf } from './claims.ts';
import type { CodexSite } from './codex-site.ts';
import type { CodexTokens } from './codex-tokens.ts';

/** What proves that the code that comes back is ours: `verifier` stays here, `challenge` goes out. */
export interface Proof {
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
}

export function createProof(): Proof {
  const verifier = randomBytes(48).toString('base64url');
  return {
    state: randomBytes(24).toString('base64url'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
}

/** The page where the person signs in. */
export function authorizeUrl(site: CodexSite, proof: Proof, redirect: string): string {
  const url = new URL(`${site.issuer}/oauth/authorize`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: site.clientId,
    redirect_uri: redirect,
    scope: 'openid profile email offline_access',
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
    id_token_add_organizations: 'true',
    codex_cli_simplified_flow: 'true',
    state: proof.state,
    originator: 'codex_cli_rs',
  }).toString();
  return url.href;
}

/** `refused` is the server's final no, in its own word; anything else may go better later. */
export type TokenAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: string; readonly status: number }
  | { readonly kind: 'unreachable'; readonly detail: string };

export interface OAuthPorts {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

const grantSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
  expires_in: z.number().positive().optional(),
});

/** Without a lifetime of its own a token is taken to last so long, in milliseconds. */
const ASSUMED_LIFE = 3_600_000;

export interface CodeExchange {
  readonly code: string;
  readonly redirect: string;
  readonly proof: Proof;
}

export async function exchangeCode(
  site: CodexSite,
  { code, redirect, proof }: CodeExchange,
  ports: OAuthPorts,
): Promise<TokenAnswer<CodexTokens>> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirect, client_id: site.clientId, code_verifier: proof.verifier };
  const answer = await askTokens(site, form, ports);
  if (answer.kind !== 'ok') return answer;
  const tokens = tokensOf(answer.value, undefined, ports.now());
  return tokens ? { kind: 'ok', value: tokens } : { kind: 'refused', error: 'no refresh token came', status: 200 };
}

/** The same account with a fresh access token. What the answer leaves out stays. */
export async function refreshTokens(site: CodexSite, before: CodexTokens, ports: OAuthPorts): Promise<TokenAnswer<CodexTokens>> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: before.refresh_token,
    client_id: site.clientId,
    scope: 'openid profile email',
  };
  const answer = await askTokens(site, form, ports);
  if (answer.kind !== 'ok') return answer;
  return { kind: 'ok', value: tokensOf(answer.value, before, ports.now()) ?? before };
}

/** A credential for the API, where the account may have one; undefined where it may not. */
export async function exchangeApiKey(site: CodexSite, idToken: string, ports: OAuthPorts): Promise<string | undefined> {
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    client_id: site.clientId,
    requested_token: 'openai-api-key',
    subject_token: idToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  };
  const answer = await askTokens(site, form, ports);
  return answer.kind === 'ok' ? answer.value.access_token : undefined;
}

type Grant = z.infer<typeof grantSchema>;

function tokensOf(grant: Grant, before: CodexTokens | undefined, now: number): CodexTokens | undefined {
  const refresh = grant.refresh_token ?? before?.refresh_token;
  if (refresh === undefined) return undefined;
  const idToken = grant.id_token ?? before?.id_token;
  const { accountId, email, plan } = { ...claimsOf(grant.access_token), ...claimsOf(idToken) };
  const life = grant.expires_in === undefined ? undefined : now + grant.expires_in * 1_000;
  const kept = { ...before, account_id: accountId ?? before?.account_id, email: email ?? before?.email, plan: plan ?? before?.plan };
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    access_token: grant.access_token,
    refresh_token: refresh,
    expires_at: life ?? claimsOf(grant.access_token).expiresAt ?? now + ASSUMED_LIFE,
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}

async function askTokens(site: CodexSite, form: Record<string, string>, { fetch, signal }: OAuthPorts): Promise<TokenAnswer<Grant>> {
  try {
    const response = await fetch(`${site.issuer}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = (await response.text()).slice(0, 100_000);
    if (response.status >= 500 || response.status === 429) return { kind: 'unreachable', detail: `HTTP ${response.status}` };
    if (!response.ok) return { kind: 'refused', error: errorWord(text), status: response.status };
    const grant = grantSchema.safeParse(JSON.parse(text));
    return grant.success ? { kind: 'ok', value: grant.data } : { kind: 'unreachable', detail: 'an answer of another form' };
  } catch (failure) {
    return { kind: 'unreachable', detail: detailOf(failure) };
  }
}

const refusalSchema = z.object({
  error: z.union([z.string(), z.object({ code: z.string().nullish(), message: z.string().nullish() })]),
  error_description: z.string().optional(),
});

/** The server's own word for its no; never more than a line. */
function errorWord(text: string): string {
  const refusal = parseRefusal(text);
  if (!refusal) return 'no reason given';
  const { error, error_description: description } = refusal;
  const word = typeof error === 'string' ? error : (error.code ?? error.message ?? 'no reason given');
  return (description === undefined ? word : `${word}: ${description}`).replace(/\s+/g, ' ').slice(0, 200);
}

function parseRefusal(text: string): z.infer<typeof refusalSchema> | undefined {
  try {
    return refusalSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function detailOf(failure: unknown): string {
  if (failure instanceof SyntaxError) return 'an answer that is not JSON';
  const { code } = failure as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : failure instanceof Error ? failure.name : 'unknown error';
}
