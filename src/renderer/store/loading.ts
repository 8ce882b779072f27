import type { Problem } from '../../shared/problem.ts';

/** Something asked of the host: not asked yet, on its way, here, or refused. */
export type Loaded<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly problem: Problem };
