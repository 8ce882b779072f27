import type { Engine } from '../../core/engine.ts';
import { isOwnAddress } from './address.ts';
import { ANSWER_HEADERS } from './renderer-files.ts';

/** A blob never changes, so a picture is asked for once. */
const FOR_GOOD = 'private, max-age=31536000, immutable';

type Answer = (request: Request) => Promise<Response>;

/** Answers `app://steiner/pictures/<blob>` with a picture that a session keeps, and nothing that is no picture; everything else goes to `otherwise`. */
export function withPictures(read: Engine['picture'], otherwise: Answer): Answer {
  return async (request) => {
    const blob = blobIn(request.url);
    if (blob === undefined || request.method !== 'GET') return otherwise(request);
    const picture = await read(blob);
    if (!picture) return new Response(null, { status: 404, headers: ANSWER_HEADERS });
    const headers = { ...ANSWER_HEADERS, 'content-type': picture.mime, 'cache-control': FOR_GOOD };
    return new Response(new Uint8Array(picture.bytes), { headers });
  };
}

function blobIn(address: string): string | undefined {
  return isOwnAddress(address) ? /^\/pictures\/([0-9a-f]{64})$/.exec(new URL(address).pathname)?.[1] : undefined;
}
