import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Exactly so many bytes from a paused socket. Rejects when it ends before. */
export async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes: Buffer | null = socket.read(count);
    if (bytes !== null && bytes.length === count) return bytes;
    if (socket.readableEnded || socket.destroyed || bytes !== null) throw new Error('the connection ended early');
    await Promise.race([once(socket, 'readable'), once(socket, 'end'), once(socket, 'close')]);
  }
}
