import type { ModeItem } from '../../../shared/fold-types.ts';

export function modeWords({ mode }: Pick<ModeItem, 'mode'>): string {
  if (mode === 'plan') return 'Plan mode: only .steiner/plans and .steiner/security can be written';
  return mode === 'build' ? 'Build mode: the project can be changed' : `Mode: ${mode}`;
}
