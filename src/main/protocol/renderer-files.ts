import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { isOwnAddress } from './address.ts';
import { contentPolicy } from './content-policy.ts';

/** The kinds of files a build of the window has; no other is served. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Of every answer, whatever it is. */
export const ANSWER_HEADERS = {
  'content-security-policy': contentPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Answers `app://steiner/…` from one folder and nothing outside it: 400, 403, 404 and 405 for the rest. */
export function createRendererFiles(folder: string): (request: Request) => Promise<Response> {
  const root = resolve(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    if (!isOwnAddress(request.url)) return refusal(403);
    const path = pathOf(request.url);
    if (path === undefined) return refusal(400);
    const file = resolve(root, `.${path}`);
    if (!file.startsWith(root + sep)) return refusal(403);
    return answer(file, request.method);
  };
}

/** Undefined for what does not decode, or would mean something else to the file system. */
function pathOf(address: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(address).pathname);
    if (path.includes('\0') || path.includes('\\')) return undefined;
    return path === '/' ? '/index.html' : path;
  } catch {
    return undefined;
  }
}

async function answer(file: string, method: string): Promise<Response> {
  const type = TYPES[extname(file)];
  if (type === undefined) return refusal(404);
  try {
    const body = await readFile(file);
    return new Response(method === 'HEAD' ? null : new Uint8Array(body), { headers: { ...ANSWER_HEADERS, 'content-type': type } });
  } catch {
    return refusal(404);
  }
}

function refusal(status: 400 | 403 | 404 | 405): Response {
  return new Response(null, { status, headers: ANSWER_HEADERS });
}
