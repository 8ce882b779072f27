import { objectOf, parseObject, textOf } from '../wire-json.ts';

/** What the tokens of an account say about it; they are read, not verified, because they came from the issuer itself. */
export interface AccountClaims {
  readonly accountId?: string;
  readonly email?: string;
  readonly plan?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

const OPENAI_CLAIMS = 'https://api.openai.com/auth';

/** Empty for a token that is no JWT. */
export function claimsOf(token: string | undefined): AccountClaims {
  const payload = parseObject(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8')) ?? {};
  const own = objectOf(payload[OPENAI_CLAIMS]);
  const { exp } = payload;
  return {
    ...given('accountId', textOf(own.chatgpt_account_id)),
    ...given('email', textOf(payload.email)),
    ...given('plan', textOf(own.chatgpt_plan_type)),
    ...(typeof exp === 'number' ? { expiresAt: exp * 1_000 } : {}),
  };
}

function given<K extends string>(key: K, value: string): { readonly [P in K]?: string } {
  return value === '' ? {} : ({ [key]: value } as { readonly [P in K]: string });
}
