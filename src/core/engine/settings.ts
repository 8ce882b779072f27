import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { SettingsWrite, SettingsWritten } from '../../shared/settings-report.ts';
import { unwritable } from '../config/edit/config-file.ts';
import { readSettings, type SettingsPlace, writeSettings } from '../config/edit/settings-editor.ts';
import { userFile } from '../config/sources.ts';
import type { Ports } from '../lib/ports.ts';
import { LeadsElsewhere, makeProjectFolder } from '../lib/project-folder.ts';
import { type LockFault, lockedOr } from '../lib/with-lock.ts';
import type { CredentialSources } from '../providers/endpoint.ts';
import { openFolder } from './folder.ts';
import type { OpenedProject } from './project.ts';
import type { ProjectTrust } from './project-trust.ts';
import { checkProvider } from './provider-check.ts';
import type { Settings } from './settings-api.ts';

export interface SettingsDeps {
  readonly ports: Ports;
  readonly sources: CredentialSources;
  readonly trust: ProjectTrust;
  readonly opened: ReadonlySet<OpenedProject>;
}

export function createSettings({ ports, sources, trust, opened }: SettingsDeps): Settings {
  const queue = new SerialQueue();

  async function placeOf(path: string | undefined): Promise<Result<SettingsPlace, Problem>> {
    const { paths, environment } = ports;
    if (path === undefined) return ok({ paths, environment });
    const folder = await openFolder(path, environment.home);
    if (!folder.ok) return folder;
    const answer = await trust.of(folder.value);
    if (!answer.ok) return answer;
    const { trusted, looked } = answer.value;
    return ok({ paths, environment, project: { path: folder.value, trusted, own: looked?.own } });
  }

  async function write(path: string | undefined, wanted: SettingsWrite): Promise<Result<SettingsWritten, Problem>> {
    const place = await placeOf(path);
    if (!place.ok) return place;
    const { project } = place.value;
    if (wanted.scope === 'project') {
      const problem = project ? await prepareProject(project) : NO_PROJECT;
      if (problem) return err(problem);
    }
    const step = () => writeSettings(place.value, wanted);
    const written = project && wanted.scope === 'project' ? await trust.carry(project.path, step) : await step();
    if (written.ok && written.value.state === 'written') await Promise.all([...opened].map((open) => open.reload()));
    return written;
  }

  return {
    read: async (path) => {
      const place = await placeOf(path);
      return place.ok ? ok(await readSettings(place.value)) : place;
    },
    write: (path, wanted) => queue.run(() => alone(ports, () => write(path, wanted))),
    check: async (path, draft) => {
      const place = await placeOf(path);
      return place.ok ? checkProvider({ ports, sources, place: place.value }, draft) : place;
    },
  };
}

/** No two processes of this person change settings at once, so that none writes over what another has just written, or is asked to trust it. */
function alone<T>({ paths, clock, ids }: Ports, step: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
  const path = `${userFile(paths)}.lock`;
  return lockedOr({ path, clock, ids }, step, ({ busy, reason }) => err(busy ? heldLong(busy) : unwritable(path, reason)));
}

function heldLong({ holder, waited }: NonNullable<LockFault['busy']>): Problem {
  return {
    code: 'file_unwritable',
    message: `Another Steiner (process ${holder}) has been changing settings for more than ${waited / 1_000} seconds.`,
    hint: 'Try again. If it stays so, that process is stopped: continue or end it.',
    safe: 'Nothing was written.',
  };
}

const NO_PROJECT: Problem = {
  code: 'bad_request',
  message: 'No project is open whose settings could be changed.',
  hint: 'Open a folder first.',
  safe: 'Nothing was written.',
};

async function prepareProject({ path, trusted }: { readonly path: string; readonly trusted: boolean }): Promise<Problem | undefined> {
  if (!trusted) {
    return {
      code: 'project_untrusted',
      message: "The project's own settings do not count, because this project is not trusted.",
      hint: 'Look at them and trust the project first; then change them.',
      safe: 'Nothing was written.',
    };
  }
  try {
    await makeProjectFolder(path);
    return undefined;
  } catch (failure) {
    const reason = failure instanceof LeadsElsewhere ? 'it is a link' : failure instanceof Error ? failure.message : String(failure);
    return {
      code: 'file_unwritable',
      message: `The folder .steiner of the project cannot hold settings: ${reason}.`,
      hint: 'Correct that, or change your own settings instead.',
      safe: 'Nothing was written.',
    };
  }
}
