import type { Problem } from '../../shared/problem.ts';
import type { ProviderCheck, ProviderDraft } from '../../shared/provider-check.ts';
import type { Result } from '../../shared/result.ts';
import type { SettingsFile, SettingsReport, SettingsScope, SettingsWrite } from '../../shared/settings-report.ts';
import type { Core } from './core.ts';
import { openLayer } from './layers.ts';
import { loadModels } from './models.ts';
import type { NewProvider, SettingsSection, SettingsState, TypedText } from './settings-state.ts';

export function settingsCommands(core: Core) {
  return {
    loadSettings: () => loadSettings(core),
    settingsChanged: () => settingsChanged(core),
    showSettings: (section: SettingsSection, adding = false) => showSettings(core, section, adding),
    setSettingsSection: (section: SettingsSection) => change(core, { section, query: '', refused: [], overtaken: false }),
    setSettingsScope: (scope: SettingsScope) => change(core, { scope, refused: [], overtaken: false, adding: false }),
    searchSettings: (query: string) => change(core, { query }),
    addProvider: (adding: boolean) => change(core, { adding, refused: [], ...(adding ? {} : { draft: null }) }),
    draftProvider: (draft: NewProvider) => change(core, { draft }),
    typeSetting: (field: string, typed: TypedText | undefined) => typeSetting(core, field, typed),
    writeSettings: (changes: SettingsWrite['changes']) => writeSettings(core, changes),
    checkProvider: (draft: ProviderDraft): Promise<Result<ProviderCheck, Problem>> => core.client.request('providers.check', draft),
    openSettingsFile: (scope: SettingsScope) => core.ask('settings.openFile', { scope }),
  };
}

function change(core: Core, part: Partial<SettingsState>): void {
  core.update(({ settings }) => ({ settings: { ...settings, ...part } }));
}

/** Without a text what the file says is shown again, and why something else was refused there is over. */
function typeSetting(core: Core, field: string, typed: TypedText | undefined): void {
  const { typed: before, refused } = core.get().settings;
  const { [field]: _, ...others } = before;
  if (typed !== undefined) {
    change(core, { typed: { ...others, [field]: typed } });
    return;
  }
  const key = field.slice(field.indexOf(' ') + 1);
  change(core, { typed: others, refused: refused.filter((fault) => fault.key !== key && !fault.key.startsWith(`${key}.`)) });
}

async function showSettings(core: Core, section: SettingsSection, adding: boolean): Promise<void> {
  change(core, { section, query: '', refused: [], overtaken: false, adding, ...(adding ? { scope: 'user' as const } : {}) });
  openLayer(core, 'settings');
  await loadSettings(core);
}

/** What was read before stays on screen until the new answer is there. */
export function loadSettings(core: Core): Promise<void> {
  return core.settingsQueue.run(async () => {
    if (core.get().settings.report.state !== 'ready') change(core, { report: { state: 'loading' } });
    const answer = await core.client.request('settings.read', {});
    if (answer.ok) take(core, answer.value, false);
    else change(core, { report: { state: 'failed', problem: answer.error } });
  });
}

/** Shows the files as they are now, where `own` means that this window wrote what is new. */
function take(core: Core, value: SettingsReport, own: boolean): void {
  const { report, foreign } = core.get().settings;
  const same = own || (report.state === 'ready' && stampsOf(report.value) === stampsOf(value));
  change(core, { report: { state: 'ready', value }, foreign: same ? foreign : foreign + 1 });
}

function stampsOf({ user, project }: SettingsReport): string {
  return `${user.stamp} ${project?.stamp}`;
}

/** A file was changed, here or elsewhere: what the window shows of it is read again. */
async function settingsChanged(core: Core): Promise<void> {
  const { layers, project } = core.get();
  if (layers.includes('settings')) await loadSettings(core);
  if (project !== null) await loadModels(core);
}

/**
 * True once it is written. What it would break is shown at the keys; a file that somebody else changed is shown as it is now. What this window wrote
 * after the change was asked for is no such change.
 */
async function writeSettings(core: Core, changes: SettingsWrite['changes']): Promise<boolean> {
  const { foreign } = core.get().settings;
  const asked = shownFile(core.get().settings);
  if (asked === undefined) return false;
  const { scope } = asked;
  return core.settingsQueue.run(async () => {
    const now = core.get().settings;
    const { stamp } = (now.foreign === foreign && shownFile({ ...now, scope })) || asked;
    const answer = await core.ask('settings.write', { scope, stamp, changes });
    if (answer === undefined) return false;
    take(core, answer.report, answer.state === 'written');
    change(core, { refused: answer.state === 'refused' ? answer.faults : [], overtaken: answer.state === 'changed' });
    return answer.state === 'written';
  });
}

/** The file that the screens show and change. */
function shownFile({ report, scope }: SettingsState): SettingsFile | undefined {
  return report.state === 'ready' ? report.value[scope] : undefined;
}
