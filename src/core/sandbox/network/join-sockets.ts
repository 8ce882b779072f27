import type { Duplex } from 'node:stream';

/** Carries bytes both ways until both sides are done; what breaks one side ends the other. */
export function joinSockets(left: Duplex, right: Duplex): void {
  for (const [from, to] of [
    [left, right],
    [right, left],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => {
      if (!from.readableEnded) to.destroy();
    });
    from.pipe(to);
  }
}
