import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';

/** The files of one session. */
export interface SessionFiles {
  readonly folder: string;
  readonly log: string;
  readonly lock: string;
  readonly summary: string;
  readonly draft: string;
  /** Of earlier builds. */
  readonly oldDraft: string;
  readonly oldDraftAttachments: string;
  readonly marks: string;
  readonly textIndex: string;
  /** What was sent to models: prints, not texts. */
  readonly requests: string;
}

/** Readable, and different for every folder: the name of the project with a hash of its absolute real path. */
function projectKey(project: string): string {
  const name = basename(project)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(project).digest('hex').slice(0, 16);
  return `${name || 'project'}-${hash}`;
}

/** Holds one folder per session. `state` is the state folder of the product. */
export function projectFolder(state: string, project: string): string {
  return join(state, 'sessions', projectKey(project));
}

/** What was typed in a project before there is a session for it. */
export function newDraftFile(state: string, project: string): string {
  return join(projectFolder(state, project), 'new-session-draft.json');
}

/** Where the sessions of a project lie that a person deleted. */
export function trashFolder(state: string, project: string): string {
  return join(state, 'trash', projectKey(project));
}

export function sessionFiles(state: string, project: string, id: SessionId): SessionFiles {
  return filesIn(join(projectFolder(state, project), id));
}

/** The files of the session whose folder this is. */
export function filesIn(folder: string): SessionFiles {
  return {
    folder,
    log: join(folder, 'log.jsonl'),
    lock: join(folder, 'lock'),
    summary: join(folder, 'summary.json'),
    draft: join(folder, 'draft.json'),
    oldDraft: join(folder, 'draft.txt'),
    oldDraftAttachments: join(folder, 'draft-attachments.json'),
    marks: join(folder, 'marks.json'),
    textIndex: join(folder, 'text-index.bin'),
    requests: join(folder, 'requests.jsonl'),
  };
}
