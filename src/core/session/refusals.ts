import type { Problem } from '../../shared/problem.ts';

export function gone(message: string): Problem {
  return { code: 'bad_request', message, hint: 'Nothing was changed.' };
}
