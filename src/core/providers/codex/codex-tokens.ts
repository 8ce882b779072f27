import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../lib/atomic-file.ts';
import { errnoOf } from '../../lib/errno.ts';

/** What a sign-in gave. Times are milliseconds since the epoch. */
export const codexTokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_at: z.number(),
  id_token: z.string().optional(),
  account_id: z.string().optional(),
  email: z.string().optional(),
  plan: z.string().optional(),
  /** A credential for the API itself, which some accounts can have. */
  api_key: z.string().min(1).optional(),
});
export type CodexTokens = z.infer<typeof codexTokensSchema>;

/** `unreadable` is a file that is there and cannot be used; it is left as it is. */
export type StoredTokens =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'tokens'; readonly tokens: CodexTokens };

/** `codex_auth.json` in the config folder, for this user's eyes only. */
export interface TokenFile {
  readonly path: string;
  read(): Promise<StoredTokens>;
  /** In one step; rejects with the errno of what failed. */
  write(tokens: CodexTokens): Promise<void>;
  remove(): Promise<void>;
}

export function createTokenFile(config: string): TokenFile {
  const path = join(config, 'codex_auth.json');
  return {
    path,
    async read() {
      try {
        const tokens = codexTokensSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
        return tokens.success ? { kind: 'tokens', tokens: tokens.data } : { kind: 'unreadable', detail: 'it has another form' };
      } catch (failure) {
        if (errnoOf(failure) === 'ENOENT') return { kind: 'none' };
        return { kind: 'unreadable', detail: errnoOf(failure) ?? 'it is not JSON' };
      }
    },
    write: (tokens) => writeAtomic(path, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 }),
    remove: () => rm(path, { force: true }),
  };
}
