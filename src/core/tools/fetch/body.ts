import type { IncomingMessage } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { charsetOf } from './content-kind.ts';
import { FetchFailure } from './fetch-failure.ts';

const SNIFFED = 1_024;

/** The body without its compression. Leaving the loop ends the connection. */
async function* bytesOf(message: IncomingMessage): AsyncGenerator<Buffer> {
  const decoder = decoderFor(message.headers['content-encoding']);
  try {
    const source = decoder === undefined ? message : pipeline(message, decoder, () => {});
    for await (const chunk of source) yield chunk as Buffer;
  } finally {
    message.destroy();
  }
}

function decoderFor(encoding: string | undefined): Duplex | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchFailure(`The answer is compressed in a way that cannot be read (${encoding}).`);
  }
}

/** The start of a body, and whether there was more. */
export async function readBytes(message: IncomingMessage, limit: number): Promise<{ readonly bytes: Buffer; readonly truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesOf(message)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), truncated: size > limit };
}

/** The body as text, in the character set that its header or its first bytes name, else UTF-8. */
export async function* textOf(message: IncomingMessage, limit: number): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let size = 0;
  for await (const chunk of bytesOf(message)) {
    decoder ??= textDecoder(charsetOf(message.headers['content-type']) ?? declaredCharset(chunk));
    yield decoder.decode(chunk, { stream: true });
    size += chunk.length;
    if (size > limit) return;
  }
  yield decoder?.decode() ?? '';
}

export function textDecoder(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

/** What a page says of itself near its start. */
function declaredCharset(start: Buffer): string | undefined {
  return charsetOf(/<meta[^>]*charset[^>]*>/i.exec(start.toString('latin1', 0, SNIFFED))?.[0]);
}
