import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantBlock } from '../../shared/messages.ts';
import type { Usage } from '../../shared/usage.ts';

const FOLDER = join(import.meta.dirname, '..', 'providers', 'recordings');

export const RECORDED_APIS = ['chat-completions', 'messages', 'responses'] as const;
export type RecordedApi = (typeof RECORDED_APIS)[number];

/** What a recorded answer is. */
export interface Recorded {
  readonly outcome: string | { readonly kind: string };
  readonly blocks: readonly AssistantBlock[];
  readonly usage?: Usage;
  readonly hidden?: readonly unknown[];
}

/** Whole bodies after the published references of one API. `expected` is what somebody wrote down by hand, by the name of the recording. */
export interface Recordings {
  readonly names: readonly string[];
  readonly expected: Readonly<Record<string, Recorded>>;
  text(name: string): string;
}

export function recordingsOf(api: RecordedApi): Recordings {
  const folder = join(FOLDER, api);
  const expected: Readonly<Record<string, Recorded>> = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => file.endsWith('.sse'));
  return {
    names: files.map((file) => file.slice(0, -'.sse'.length)).sort(),
    expected,
    text: (name) => readFileSync(join(folder, `${name}.sse`), 'utf8'),
  };
}
