import type { Problem } from '../../shared/problem.ts';
import type { ProviderTypeName, WireName } from '../config/provider-types.ts';
import type { Failure } from './failure.ts';
import type { ModelSpec } from './model-spec.ts';
import { type Redact, redactor } from './redact.ts';
import { errorObject } from './usage-limit.ts';

/** What a failure means. `reason` is a few words for the line that announces a retry. */
export interface Verdict {
  readonly problem: Problem;
  readonly reason: string;
  /** Whether the same request may succeed a little later. */
  readonly transient: boolean;
  readonly usageLimit: boolean;
  /** Milliseconds the server asks to wait. */
  readonly retryAfter?: number;
}

export const SAFE = 'Nothing of the conversation is lost.';
const MESSAGE_LIMIT = 200;

const API_NAMES: Readonly<Record<WireName, string>> = {
  chat_completions: 'Chat Completions',
  messages: 'Messages',
  responses: 'Responses',
  claude_cli: 'Claude',
};

interface Said {
  readonly message: string;
  readonly hint: string;
  readonly detail?: string | undefined;
  readonly final?: boolean;
}

/** What every message names: the model, the address without credentials, and the configuration keys. */
export class Words {
  readonly model: string;
  readonly url: string;
  readonly key: string;
  readonly type: ProviderTypeName;
  readonly api: string;
  readonly redact: Redact;

  constructor(spec: ModelSpec) {
    const { name, baseUrl, type } = spec.endpoint;
    this.model = `${name}/${spec.id}`;
    this.key = `providers.${name}`;
    this.type = type;
    this.api = API_NAMES[spec.wire];
    this.redact = redactor(spec.endpoint);
    this.url = publicUrl(baseUrl);
  }

  verdict(code: Problem['code'], reason: string, { message, hint, detail, final = false }: Said): Verdict {
    const technical = detail ? { detail: this.redact(detail).slice(0, MESSAGE_LIMIT) } : {};
    const problem: Problem = { code, message: this.redact(message), hint, safe: SAFE, ...technical };
    return { problem, reason, transient: !final, usageLimit: false };
  }
}

function publicUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname}`.replace(/\/$/, '');
}

/** What the server said, on one line. Empty when it said nothing readable. */
export function saidBy(failure: Failure): string {
  return failure.kind === 'http' ? serverMessage(failure.body) : failure.kind === 'reported' ? oneLine(failure.message) : '';
}

/** How a sentence ends, with what the server said if it said something. */
export function after(said: string): string {
  return said ? `: ${said}` : '.';
}

function serverMessage(body: string): string {
  const error = errorObject(body);
  const text = [error.message, error.detail, error.error].find((value) => typeof value === 'string' && value !== '') ?? '';
  const plain = text === '' && !/^\s*[<{[]/.test(body) ? body : String(text);
  return oneLine(plain);
}

export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MESSAGE_LIMIT ? `${line.slice(0, MESSAGE_LIMIT - 1)}…` : line;
}
