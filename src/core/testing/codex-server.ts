import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Script } from './model-script.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

/** What the token endpoint answers; undefined leaves it to the server, which issues tokens. */
export type TokenReply = { readonly status: number; readonly body: unknown } | undefined;

/** An authorisation server with the back ends its tokens are good for, on 127.0.0.1. */
export interface CodexServer {
  /** What goes into `STEINER_CODEX_SITE`. */
  readonly origin: string;
  readonly model: ModelServer;
  /** Every form the token endpoint was sent, in order. */
  readonly forms: readonly URLSearchParams[];
  /** As a browser whose person agrees: follows the address to the end. Resolves with the last page. */
  browse(url: string): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}

export interface CodexServerOptions {
  readonly script?: Script;
  readonly token?: (form: URLSearchParams) => TokenReply | Promise<TokenReply>;
  /** What the person says at the page: false denies. */
  readonly allow?: boolean;
  /** Replaces the state that was asked for. */
  readonly state?: string;
  /** Whether the account may have a credential for the API. */
  readonly apiKey?: string;
  /** What the usage endpoint says. */
  readonly usage?: () => unknown;
}

/** A token as this server writes it: readable, unsigned. */
function jwt(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

export const ID_TOKEN = jwt({
  email: 'ana@example.org',
  'https://api.openai.com/auth': { chatgpt_account_id: 'acc-1', chatgpt_plan_type: 'plus' },
});

export async function startCodexServer(options: CodexServerOptions = {}): Promise<CodexServer> {
  const forms: URLSearchParams[] = [];
  const model = await startModelServer(options.script ?? [], {
    other: async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === '/oauth/authorize') return authorize(url.searchParams, options, response);
      if (url.pathname === '/oauth/token') return token(request, response, { options, forms });
      if (url.pathname !== '/backend-api/wham/usage' || !options.usage) return false;
      return json(response, 200, options.usage());
    },
  });
  return {
    origin: new URL(model.url).origin,
    model,
    forms,
    async browse(url) {
      const page = await fetch(url);
      return { status: page.status, text: await page.text() };
    },
    close: () => model.close(),
  };
}

function authorize(query: URLSearchParams, { allow = true, state }: CodexServerOptions, response: ServerResponse): boolean {
  const back = new URL(query.get('redirect_uri') ?? '');
  back.searchParams.set('state', state ?? query.get('state') ?? '');
  if (allow) back.searchParams.set('code', 'code-1');
  else back.searchParams.set('error', 'access_denied');
  response.writeHead(302, { location: back.href }).end();
  return true;
}

interface Issuing {
  readonly options: CodexServerOptions;
  readonly forms: URLSearchParams[];
}

async function token(request: IncomingMessage, response: ServerResponse, { options, forms }: Issuing): Promise<boolean> {
  const form = new URLSearchParams(await text(request));
  forms.push(form);
  const reply = await options.token?.(form);
  if (reply) return json(response, reply.status, reply.body);
  const exchange = form.get('grant_type')?.endsWith('token-exchange') ?? false;
  if (exchange && options.apiKey === undefined) return json(response, 401, { error: 'not_allowed' });
  if (exchange) return json(response, 200, { access_token: options.apiKey });
  const count = forms.length;
  return json(response, 200, { access_token: `access-${count}`, refresh_token: `refresh-${count}`, id_token: ID_TOKEN, expires_in: 3_600 });
}

function json(response: ServerResponse, status: number, body: unknown): boolean {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}
