import type { Readable } from 'node:stream';
import { errnoOf } from '../lib/errno.ts';
import type { StreamCleaner } from './stream-cleaner.ts';

/**
 * Gives `take` all text of a command's output stream, cleaned. Decodes on the way, so that a character split between two reads comes
 * out whole; NUL would make a file of it binary. A stream that breaks ends there.
 */
export async function drain(stream: Readable, cleaner: StreamCleaner, take: (text: string) => Promise<void>): Promise<void> {
  const decoder = new TextDecoder();
  const pass = async (text: string) => {
    if (text !== '') await take(text);
  };
  try {
    for await (const chunk of stream) {
      await pass(cleaner.take(decoder.decode(chunk as Buffer, { stream: true }).replaceAll('\0', '\ufffd')));
    }
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
  }
  await pass(cleaner.take(decoder.decode()) + cleaner.end());
}
