import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Processes } from '../lib/ports.ts';
import { ripgrep } from './ripgrep.ts';

test('of a piece that is too long nothing is kept after its first part, whatever the sizes in which it comes', async () => {
  const kept = 64 * 1024 * 1024 - 10;
  const output = [Buffer.alloc(kept, 'a'), Buffer.alloc(100, 'b'), Buffer.from('ccccc'), Buffer.from('dd\nnext\n')];
  const child = {
    stdout: Readable.from(output),
    stderr: Readable.from([]),
    exited: Promise.resolve({ code: 0, signal: null }),
    kill: () => {},
  };
  const processes = { spawn: async () => child } as unknown as Processes;
  const pieces: string[] = [];
  const request = {
    args: [],
    search: { cwd: '/', surroundings: { hidden: [], shown: [] } },
    separator: '\n' as const,
    take: (piece: string) => pieces.push(piece) > 0,
    shorten: (bytes: Buffer) => `${bytes.length} bytes`,
  };
  await ripgrep('rg', request, { processes, session: 's', signal: new AbortController().signal });
  expect(pieces).toEqual([`${kept} bytes`, 'next']);
});
