import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import { appendLine } from '../lib/append-line.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';
import { createBlobStore, toBlob } from './blob-store.ts';
import { sessionFiles } from './paths.ts';
import { parseRequestLines, type RequestLine } from './request-lines.ts';

/** What was sent to models in one session. Written by who has the session open, read by anybody. */
export interface RequestFile {
  /** Without the file there are none. Rejects with the errno of what failed. */
  read(): ReturnType<typeof readLines>;
  /** Rejects with the errno of what failed; where the session's folder is gone nothing is written. */
  append(line: RequestLine): Promise<void>;
  /** The name that a text gets. */
  nameOf(text: string): string;
  /** Rejects with the errno of what failed. */
  keepText(text: string): Promise<void>;
  /** Undefined when it is missing or damaged. */
  text(blob: string): Promise<string | undefined>;
}

export function openRequestFile({ paths }: Pick<Ports, 'paths'>, project: string, session: SessionId): RequestFile {
  const path = sessionFiles(paths.state, project, session).requests;
  const blobs = createBlobStore(join(paths.state, 'blobs'));
  return {
    read: () => readLines(path),
    append: (line) => appendLine(path, JSON.stringify(line), { inFolder: true }),
    nameOf: (text) => toBlob(text).sha256,
    keepText: (text) => blobs.write(toBlob(text)),
    text: async (blob) => (await blobs.bytes(blob))?.toString('utf8'),
  };
}

async function readLines(path: string): Promise<ReturnType<typeof parseRequestLines>> {
  try {
    return parseRequestLines(await readFile(path, 'utf8'));
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return { lines: [], unreadable: 0 };
    throw failure;
  }
}
