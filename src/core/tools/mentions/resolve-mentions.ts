import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Attachment } from '../../../shared/attachments.ts';
import { findMentions, type Mention } from '../../../shared/mentions.ts';
import { readPage } from '../page-reader.ts';
import { judgePath, type PathPolicyOptions } from '../path-policy.ts';
import { isBelow } from '../paths.ts';
import { type KeepPicture, readPictureFile } from '../picture-file.ts';

export interface MentionOptions {
  readonly policy: PathPolicyOptions;
  readonly keepPicture: KeepPicture;
  /** Paths below a folder, from the root; at most `most`. */
  readonly list: (folder: string, most: number) => Promise<readonly string[]>;
  /** Told of every file whose content is attached, with its hash. */
  readonly read: (path: string, hash: string) => void;
}

/** Lines of one file that are attached where the mention names none. */
const MAX_LINES = 2_000;
/** Characters of all files of one message. */
const MAX_TEXT = 200_000;
const MAX_MENTIONS = 30;
const FOLDER_ENTRIES = 200;

/**
 * What a text mentions, in order, each once. What there is not is no mention: the text keeps it as it is.
 *
 * A path inside the project may not lead out of it by a link; one that names a place outside is what the person asked for. Secrets are refused.
 */
export async function resolveMentions(text: string, options: MentionOptions): Promise<readonly Attachment[]> {
  const wanted = new Map(findMentions(text).map((mention) => [keyOf(mention), mention]));
  const attached: Attachment[] = [];
  let room = MAX_TEXT;
  for (const mention of wanted.values()) {
    const found = attached.length < MAX_MENTIONS ? await resolve(mention, room, options) : undefined;
    if (!found) continue;
    if ('text' in found) room -= found.text.length;
    attached.push(found);
  }
  return attached;
}

function keyOf({ path, from, to }: Mention): string {
  return JSON.stringify([path, from, to]);
}

async function resolve(mention: Mention, room: number, options: MentionOptions): Promise<Attachment | undefined> {
  const { root } = options.policy;
  const verdict = await judgePath({ path: mention.path, access: 'read' }, options.policy, undefined);
  const stats = await stat(verdict.path).catch(() => undefined);
  if (!stats) return undefined;
  const refuse = (reason: string): Attachment => ({ kind: 'refused', path: mention.path, reason });
  if (verdict.type === 'refused') return refuse(verdict.reason);
  if (verdict.type === 'ask' && !namesOutside(mention.path)) return refuse(`it leads outside the project, to ${verdict.path}`);
  const path = isBelow(verdict.path, root) ? relative(root, verdict.path) || '.' : verdict.path;
  try {
    if (stats.isDirectory()) return await attachFolder(verdict.path, path, options);
    if (!stats.isFile()) return refuse('it is no regular file');
    const picture = await readPictureFile(verdict.path, stats.size);
    if (picture.type === 'refused') return refuse(picture.reason);
    if (picture.type === 'picture')
      return { kind: 'picture', ...(await options.keepPicture(picture.file.bytes, picture.file)), name: path };
    if (room <= 0) return refuse(`the files mentioned before it already hold ${MAX_TEXT} characters; read it instead`);
    return (await attachLines(verdict.path, { ...mention, path }, options)) ?? refuse('it is a binary file');
  } catch (failure) {
    return refuse(`it cannot be read (${failure instanceof Error ? failure.message : String(failure)})`);
  }
}

function namesOutside(path: string): boolean {
  return /^(\/|~\/|\.\.(\/|$))/.test(path);
}

async function attachFolder(folder: string, path: string, { list }: MentionOptions): Promise<Attachment> {
  const found = await list(folder, FOLDER_ENTRIES + 1);
  const paths = found.slice(0, FOLDER_ENTRIES).toSorted();
  const text = paths.map((entry) => `${entry}\n`).join('');
  return { kind: 'folder', path: `${path.replace(/\/$/, '')}/`, text, entries: paths.length, more: found.length > FOLDER_ENTRIES };
}

async function attachLines(file: string, mention: Mention, { read }: MentionOptions): Promise<Attachment | undefined> {
  const { path, from = 1, to = from + MAX_LINES - 1 } = mention;
  const wanted = Math.min(to - from + 1, MAX_LINES);
  const page = await readPage(file, { offset: from, limit: wanted }, new AbortController().signal);
  if (!page) return undefined;
  const { text, start, end, totalLines: total, hash } = page;
  if (total > 0 && start > total) return { kind: 'refused', path, reason: `it has ${total} lines, and line ${start} is past the end` };
  read(file, hash);
  const last = Math.min(mention.to ?? total, total);
  const cut = end < last ? { cut: `lines ${end + 1}-${last} are left out, read them from offset ${end + 1}` } : {};
  return { kind: 'file', path, text, start: total === 0 ? 0 : start, end: Math.max(0, end), total, hash, ...cut };
}
