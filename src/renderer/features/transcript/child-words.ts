import type { ChildItem } from '../../../shared/fold-types.ts';

export const CHILD_STATES: Readonly<Record<ChildItem['state'], string>> = {
  queued: 'waits for a place',
  running: 'running',
  done: 'done',
  partial: 'partial',
  failed: 'failed',
  cancelled: 'stopped',
  lost: 'ended with the session',
};
