import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionView } from '../../shared/fold-types.ts';

/** So many events, or items, are worked through in a few milliseconds. */
export const SLICE = 500;

/** Lets the window paint and answer before the work goes on. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** The session that these events make, as `fold` makes it at once; a long one with a pause after each slice. */
export async function foldInSlices(events: readonly Stamped[]): Promise<SessionView> {
  let view = emptyView();
  for (let start = 0; start < events.length; start += SLICE) {
    if (start > 0) await pause();
    view = fold(view, events.slice(start, start + SLICE));
  }
  return view;
}
