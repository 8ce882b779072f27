import type { ProjectInfo } from '../../shared/ipc.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import type { Core } from './core.ts';
import { loadDraft } from './drafts.ts';
import { closeLayer, openLayer } from './layers.ts';
import { loadModels } from './models.ts';
import { loadPrompts } from './prompt-shelf.ts';
import { putBack } from './reload.ts';
import { listSessions, openSession } from './sessions.ts';
import { loadSkills } from './skills.ts';

/** First steps of a window: what the app is, how it looks, and the project it was opened with. */
export async function boot(core: Core): Promise<void> {
  core.update(() => ({ boot: { state: 'loading' } }));
  const [info, appearance, project] = await Promise.all([
    core.client.request('app.info', {}),
    core.client.request('app.appearance.get', {}),
    core.client.request('project.current', {}),
  ]);
  if (appearance.ok) core.update(() => ({ appearance: appearance.value }));
  if (!info.ok) return core.update(() => ({ boot: { state: 'failed', problem: info.error } }));
  if (!project.ok) return core.update(() => ({ boot: { state: 'failed', problem: project.error } }));
  if (project.value !== null) await enter(core, project.value);
  core.update(() => ({ boot: { state: 'ready', value: info.value } }));
  await loadRecent(core);
  if (project.value === null) await runDoctor(core);
}

async function loadRecent(core: Core): Promise<void> {
  const recent = await core.ask('project.recent', {});
  if (recent !== undefined) core.update(() => ({ recent }));
}

export async function openProject(core: Core, path: string): Promise<void> {
  const project = await core.ask('project.open', { path });
  if (project === undefined) return;
  closeLayer(core, 'open-folder');
  await enterIfMine(core, project);
}

export async function openDemo(core: Core): Promise<void> {
  const project = await core.ask('project.openDemo', {});
  if (project !== undefined) await enterIfMine(core, project);
}

/** The host's own folder picker, or the window's where the host has none. */
export async function pickProject(core: Core): Promise<void> {
  const picked = await core.ask('project.pick', {});
  if (picked === undefined) return;
  if (!picked.native) {
    openLayer(core, 'open-folder');
    await browse(core);
  } else if (picked.path !== null) await openProject(core, picked.path);
}

export async function browse(core: Core, path?: string): Promise<void> {
  const answer = await core.client.request('project.browse', path === undefined ? {} : { path });
  core.update(() => ({ folder: answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error } }));
}

/** Reads the project again after a person changed its config. */
export async function checkProject(core: Core): Promise<void> {
  const path = core.get().project?.path;
  if (path !== undefined) await openProject(core, path);
}

/** Applies the project's own settings: the host opens it anew, and its sessions with it. */
export async function trustProject(core: Core, decision: TrustDecision): Promise<void> {
  const project = await core.ask('project.trust', { decision });
  if (project === undefined) return;
  closeLayer(core, 'trust');
  core.update(() => ({ project }));
  await Promise.all([loadModels(core), loadSkills(core)]);
  await followAgain(core);
}

export async function runDoctor(core: Core): Promise<void> {
  core.update(() => ({ doctor: { state: 'loading' } }));
  const answer = await core.client.request('doctor.run', {});
  core.update(() => ({ doctor: answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', problem: answer.error } }));
}

/** A window that already shows a project keeps it: the host opens another window for the new one. */
async function enterIfMine(core: Core, project: ProjectInfo): Promise<void> {
  const shown = core.get().project;
  if (shown === null) return enter(core, project);
  if (shown.path !== project.path) return;
  core.update(() => ({ project }));
  await loadModels(core);
  if (shown.problem !== undefined) await followAgain(core);
}

/** A project with a problem was opened anew by the host, and its sessions with it. */
async function followAgain(core: Core): Promise<void> {
  const { current } = core.get();
  core.update(() => ({ open: {} }));
  await listSessions(core);
  if (current !== null) await openSession(core, current);
}

async function enter(core: Core, project: ProjectInfo): Promise<void> {
  core.update(() => ({ project, focus: { target: 'composer' } }));
  if (project.untrusted !== undefined) openLayer(core, 'trust');
  await Promise.all([listSessions(core), loadModels(core), loadPrompts(core), loadSkills(core), loadDraft(core, null)]);
  const shown = putBack(core, project.path);
  if (shown !== null && core.get().current === null) await openSession(core, shown);
}
