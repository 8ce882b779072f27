import { join, relative } from 'node:path';
import type { Attachment, Spoken, TextAttachment } from '../../shared/attachments.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/session.ts';
import type { Config } from '../config/schema.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Ports } from '../lib/ports.ts';
import { everywhere, readMounts } from '../sandbox/mounts.ts';
import { secretPaths } from '../sandbox/secrets.ts';
import { openArtifactFile } from '../tools/artifact-folder.ts';
import { hashBytes } from '../tools/file-hash.ts';
import { listProject } from '../tools/mentions/list-project.ts';
import { resolveMentions } from '../tools/mentions/resolve-mentions.ts';
import type { PathPolicyOptions } from '../tools/path-policy.ts';
import type { KeepPicture } from '../tools/picture-file.ts';
import { locateRipgrep } from '../tools/ripgrep.ts';
import type { ObservedFiles } from '../tools/tool.ts';

/** Of a longer pasted text the model gets the beginning, and pages the rest from a file. */
const MAX_INLINE_TEXT = 64 * 1024;

export interface AttachDeps {
  readonly root: string;
  readonly ports: Pick<Ports, 'paths' | 'environment' | 'processes'>;
  readonly paths: Config['paths'];
  readonly keepPicture: KeepPicture;
}

/** For which session, and what it may do. */
export interface AttachFor {
  readonly session: SessionId;
  readonly mode: () => Mode;
  readonly observed: ObservedFiles;
}

/** Where long output and long pasted texts of a session lie, for `read` to page. */
export function artifactFolder(root: string, session: SessionId): string {
  return join(root, '.steiner', 'tmp', 'artifacts', session);
}

/** What goes along with what a person says: what they gave, then what the text mentions. */
export async function attach(spoken: Spoken, whom: AttachFor, deps: AttachDeps): Promise<readonly Attachment[]> {
  const given = await Promise.all(spoken.attachments.map((one) => (one.kind === 'text' ? placeText(one, whom.session, deps.root) : one)));
  const { keepPicture } = deps;
  const list = (folder: string, most: number) => listFolder(folder, most, deps);
  const read = (path: string, hash: string) => whom.observed.mark(path, hash);
  return [...given, ...(await resolveMentions(spoken.text, { policy: policyOf(whom, deps), keepPicture, list, read }))];
}

export function listFolder(folder: string, most: number, { root, ports, paths }: AttachDeps): Promise<readonly string[]> {
  const excludes = {
    root,
    home: ports.environment.home,
    paths,
    secrets: everywhere(secretPaths(ports.environment, ports.paths), readMounts()),
  };
  const run = { processes: ports.processes, session: root, signal: new AbortController().signal };
  return listProject(folder, most, { program: locateRipgrep, excludes, run });
}

function policyOf({ session, mode }: AttachFor, { root, ports, paths }: AttachDeps): PathPolicyOptions {
  const { home } = ports.environment;
  return {
    root,
    home,
    paths,
    secrets: everywhere(secretPaths(ports.environment, ports.paths), readMounts()),
    artifacts: artifactFolder(root, session),
    shut: [],
    mode,
  };
}

/** Where no file can be made for it, as where the project brings a link in its place, the text goes along whole. */
async function placeText(given: TextAttachment, session: SessionId, root: string): Promise<TextAttachment> {
  if (given.text.length <= MAX_INLINE_TEXT) return given;
  const folder = artifactFolder(root, session);
  const name = `pasted-${hashBytes(Buffer.from(given.text))}.txt`;
  const file = join(folder, name);
  const handle = await openArtifactFile(folder, name, false).catch((failure: unknown) => {
    if (errnoOf(failure) === undefined) throw failure;
    return undefined;
  });
  if (!handle) return given;
  await handle.writeFile(given.text).finally(() => handle.close());
  return { ...given, file: relative(root, file) };
}
