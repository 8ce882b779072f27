import { randomBytes } from 'node:crypto';
import type { Ids } from './ports.ts';

export function createRandomIds(): Ids {
  return { hex: (bytes) => randomBytes(bytes).toString('hex') };
}
