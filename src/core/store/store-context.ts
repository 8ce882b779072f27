import type { SessionId } from '../../shared/ids.ts';
import type { Ports } from '../lib/ports.ts';
import type { BlobStore } from './blob-store.ts';
import type { OpenLogFile } from './log-file.ts';
import type { RowCache } from './row-cache.ts';

/** What the sessions of one store share. */
export interface StoreContext {
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'paths' | 'logger'>;
  readonly blobs: BlobStore;
  readonly openLog: OpenLogFile;
  readonly rows: RowCache;
  /** Removes what a session has outside the store, before the session itself goes for good: after a crash in between that is done again. */
  readonly forget: (project: string, id: SessionId) => Promise<void>;
}
