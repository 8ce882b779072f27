import type { Problem } from '../shared/problem.ts';
import { harmless, type Style } from './style.ts';

/** What happened, what is safe, and what to do, each on its own line. */
export function problemText({ message, safe, hint }: Problem, style: Style): string {
  const lines = [style.failed(`error: ${harmless(message)}`), ...[safe, hint].filter((part) => part !== undefined).map(harmless)];
  return lines.map((text) => `${text}\n`).join('');
}
