import type { Mode } from '../../shared/session.ts';

const PLAN =
  '[Mode: plan. Only .steiner/plans/ and .steiner/security/ can be written. Read, search and think; leave everything else as it is until the user switches to build.]';
const BUILD = '[Mode: build. The project can be changed.]';

/** Stands before every message of the user, so that the model knows the mode after a restart and a compaction too. */
export function modeNotice(mode: Mode): string {
  switch (mode) {
    case 'plan':
      return PLAN;
    case 'build':
      return BUILD;
  }
}
