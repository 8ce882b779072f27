import { isBelow } from './paths.ts';
import type { PathUse } from './tool.ts';

/** Paths a person allowed for the rest of the session, with what lies below them. Writing includes reading. */
export class Grants {
  readonly #granted: PathUse[] = [];

  add(use: PathUse): void {
    this.#granted.push(use);
  }

  cover({ path, access }: PathUse): boolean {
    return this.#granted.some((grant) => isBelow(path, grant.path) && (grant.access === 'write' || access === 'read'));
  }
}
