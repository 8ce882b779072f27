import type { SessionId } from '../../shared/ids.ts';
import type { PrefixPair, PrefixReport } from '../../shared/prefix.ts';
import type { Loaded } from './loading.ts';

/** What was sent to models in one session, and the two requests that are looked at. */
export interface PrefixState {
  readonly session: SessionId | null;
  readonly report: Loaded<PrefixReport>;
  /** Older requests are on their way. */
  readonly fetching: boolean;
  /** The request that is open, and the one it is compared with. */
  readonly open: number | null;
  readonly against: number | null;
  readonly pair: Loaded<PrefixPair>;
}

export const INITIAL_PREFIX: PrefixState = {
  session: null,
  report: { state: 'idle' },
  fetching: false,
  open: null,
  against: null,
  pair: { state: 'idle' },
};
