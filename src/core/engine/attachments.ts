import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Attachment, MAX_PICTURES, type PictureAttachment, picturesOf, type Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { FileMatches } from '../../shared/file-matches.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode } from '../../shared/session.ts';
import type { Ports } from '../lib/ports.ts';
import { picturedModel } from '../providers/pictured-model.ts';
import type { Model, ModelInfo } from '../providers/provider.ts';
import { Sight } from '../providers/sight.ts';
import { unwritable } from '../store/fs-problem.ts';
import { keepPicture, readPicture } from '../store/pictures.ts';
import type { SessionStore } from '../store/session-log.ts';
import { createObserved } from '../tools/executor.ts';
import { FileIndex, MOST_FILES } from '../tools/mentions/file-index.ts';
import { type FoundPicture, judgePicture, type KeepPicture, readPictureFile, SMALLER } from '../tools/picture-file.ts';
import type { ObservedFiles } from '../tools/tool.ts';
import { type AttachDeps, attach, listFolder } from './attach.ts';

/** What can be put beside a prompt. */
export interface Attachments {
  /** Looks at the content, whatever the name says. Refused with the reason when a model API would refuse it. */
  addPicture(name: string, bytes: Uint8Array): Promise<Result<PictureAttachment, Problem>>;
  /** The same from a file. `path` is absolute. */
  addPictureFile(path: string): Promise<Result<PictureAttachment, Problem>>;
  /** Files and folders whose path fits what was typed. */
  findFiles(query: string): Promise<Result<FileMatches, Problem>>;
}

export interface ProjectAttachmentsOptions {
  readonly path: string;
  readonly ports: Ports;
  readonly store: SessionStore;
  readonly paths: AttachDeps['paths'];
  /** What is known of the model that a session asks next. */
  readonly modelOf: (session: SessionId) => Promise<ModelInfo | undefined>;
}

type Prompt = Extract<Command, { type: 'prompt' }>;

/** See `Attachments`; and what the sessions of a project need of it. */
export class ProjectAttachments implements Attachments {
  readonly #options: ProjectAttachmentsOptions;
  readonly #deps: AttachDeps;
  readonly #index: FileIndex;
  readonly #sight: Sight;
  readonly #observed = new Map<SessionId, ObservedFiles>();

  constructor(options: ProjectAttachmentsOptions) {
    const { path, ports, paths } = options;
    this.#options = options;
    this.#sight = new Sight(ports);
    this.#deps = { root: path, ports, paths, keepPicture: this.keep };
    this.#index = new FileIndex({ clock: ports.clock, list: () => listFolder(path, MOST_FILES, this.#deps) });
  }

  readonly keep: KeepPicture = (bytes, known) => keepPicture(this.#options.store.blobs, bytes, known);

  async addPicture(name: string, bytes: Uint8Array): Promise<Result<PictureAttachment, Problem>> {
    return this.#add(name, judgePicture(Buffer.from(bytes), name));
  }

  async addPictureFile(path: string): Promise<Result<PictureAttachment, Problem>> {
    try {
      const stats = await stat(path);
      if (!stats.isFile()) return err(refused(path, 'it is no file'));
      return await this.#add(basename(path), await readPictureFile(await realpath(path), stats.size));
    } catch (failure) {
      return err(refused(path, `it cannot be read (${failure instanceof Error ? failure.message : String(failure)})`));
    }
  }

  async findFiles(query: string): Promise<Result<FileMatches, Problem>> {
    return ok(await this.#index.find(query));
  }

  observed(session: SessionId): ObservedFiles {
    const known = this.#observed.get(session) ?? createObserved();
    this.#observed.set(session, known);
    return known;
  }

  attach(session: SessionId, mode: () => Mode, spoken: Spoken): Promise<readonly Attachment[]> {
    return attach(spoken, { session, mode, observed: this.observed(session) }, this.#deps);
  }

  /** The same model, shown the pictures of the conversation. */
  pictured(model: Model): Model {
    return picturedModel(model, { sight: this.#sight, read: async (blob) => (await this.#picture(blob))?.bytes });
  }

  /** Why a prompt cannot be sent as it is. */
  async refusal({ session, text, attachments = [] }: Prompt): Promise<Problem | undefined> {
    const attached = await attach({ text, attachments }, { session, mode: () => 'build', observed: createObserved() }, this.#deps);
    const no = attached.find((one) => one.kind === 'refused');
    if (no) return refused(no.path, no.reason);
    const pictures = picturesOf(attached);
    if (pictures.length === 0) return undefined;
    if (pictures.length > MAX_PICTURES) return tooMany(pictures.length);
    const lost = await this.#lost(pictures);
    if (lost) return refused(lost.name, 'its file is missing or damaged');
    const model = await this.#options.modelOf(session);
    return model && this.#sight.sees(model) === false ? blind(model, pictures) : undefined;
  }

  async #add(name: string, found: FoundPicture): Promise<Result<PictureAttachment, Problem>> {
    if (found.type === 'other') return err(refused(name, 'it is no PNG, JPEG, WebP or GIF'));
    if (found.type === 'refused') return err({ ...refused(name, found.reason), hint: SMALLER });
    try {
      return ok({ kind: 'picture', ...(await this.keep(found.file.bytes, { ...found.file, name })) });
    } catch (failure) {
      return err(unwritable(failure, 'The picture could not be kept'));
    }
  }

  #picture(blob: string): ReturnType<typeof readPicture> {
    return readPicture(this.#options.store.blobs, blob);
  }

  async #lost(pictures: readonly PictureAttachment[]): Promise<PictureAttachment | undefined> {
    for (const picture of pictures) if (!(await this.#picture(picture.blob))) return picture;
    return undefined;
  }
}

function refused(what: string, reason: string): Problem {
  return {
    code: 'attachment_refused',
    message: `${what} cannot be attached: ${reason}.`,
    hint: 'Take it out of the prompt, or attach another file.',
    safe: 'Nothing was sent.',
  };
}

function tooMany(count: number): Problem {
  return {
    code: 'attachment_refused',
    message: `The prompt has ${count} pictures, and ${MAX_PICTURES} is the most.`,
    hint: 'Send them in several prompts.',
    safe: 'Nothing was sent.',
  };
}

function blind({ provider, id }: ModelInfo, pictures: readonly PictureAttachment[]): Problem {
  const names = pictures.map(({ name }) => name).join(', ');
  return {
    code: 'model_blind',
    message: `${provider}/${id} takes no pictures, and the prompt has ${pictures.length === 1 ? 'one' : pictures.length}: ${names}.`,
    hint: 'Choose a model that sees pictures, or take them out. If it does see them, set `vision: true` for it in the configuration.',
    safe: 'Nothing was sent.',
  };
}
