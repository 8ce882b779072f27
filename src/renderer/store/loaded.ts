import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';

/** How an answer of the host is kept. */
export function asLoaded<T>(
  answer: Result<T, Problem>,
): { readonly state: 'ready'; readonly value: T } | { readonly state: 'failed'; readonly problem: Problem } {
  return answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error };
}
