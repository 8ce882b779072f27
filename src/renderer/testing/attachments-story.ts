import type { SessionEvent } from '../../shared/events.ts';
import { PICTURE } from './fixtures.ts';
import { story } from './story.ts';

const BERTHS = `export function overlaps(a: Booking, b: Booking): boolean {
  return a.from < b.to && b.from < a.to;
}
`;

/** A prompt with everything that can stand beside it. */
export const ATTACHED: readonly SessionEvent[] = [
  story.begin(),
  story.turn('t1'),
  story.gives('u1', 'The plan shows berth 4 twice. Compare with @src/berths/overlap.ts:12-24 and @test/berths/', [
    PICTURE,
    { kind: 'text', name: 'Pasted text', text: 'booking 4711 overlaps\n'.repeat(312) },
    {
      ...{ kind: 'file', path: 'src/berths/overlap.ts', text: BERTHS },
      ...{ start: 12, end: 24, total: 48, hash: '1a2b3c4d' },
    },
    { kind: 'folder', path: 'test/berths/', text: 'test/berths/overlap.test.ts\n', entries: 12, more: false },
    { kind: 'refused', path: '~/.netrc', reason: 'it may hold keys, credentials or private data of the person' },
  ]),
  story.says('m1', [{ type: 'text', text: 'Berth 4 is drawn twice because both bookings end at midnight.' }]),
  story.ends('t1', 'complete'),
];
