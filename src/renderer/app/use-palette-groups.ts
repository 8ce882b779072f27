import { useMemo } from 'react';
import type { PaletteAction, PaletteGroup } from '../features/palette/actions.ts';
import { useApp, useCommands, useView } from '../hooks/app-context.ts';
import { runningChildren } from '../store/children.ts';
import type { Commands } from '../store/commands.ts';
import type { SettingsSection } from '../store/settings-state.ts';
import { LOCAL_KEYS, SHORTCUTS } from '../store/shortcuts.ts';
import { waits } from '../store/side-work.ts';
import { plural } from '../ui/format.ts';
import { run } from './use-shortcuts.ts';

/** What the palette offers: actions with their keys, sessions, models, projects and themes. */
export function usePaletteGroups(): readonly PaletteGroup[] {
  const groups = [useActions(), useSessions(), usePrompts(), useModels(), useProjects()];
  return groups.filter((group) => group.items.length > 0);
}

function useActions(): PaletteGroup {
  const commands = useCommands();
  const hasProject = useApp((state) => state.project !== null);
  const stops = useView((view) => (view.turn !== undefined ? 'turn' : waits(view) ? 'waiting' : undefined));
  const children = useView((view) => runningChildren(view).length);
  return useMemo(() => {
    const keyed = SHORTCUTS.filter(({ id }) => id !== 'palette' && (hasProject || !PROJECT_ONLY.has(id)));
    const items: PaletteAction[] = keyed.map(({ id, title, keys }) => ({ id, title, keys, run: () => run(id, commands) }));
    if (children > 0) items.unshift(stopChildren(children, commands));
    if (stops !== undefined) items.unshift({ id: 'stop', ...STOP[stops], keys: 'Esc', run: () => void commands.stopTurn() });
    if (hasProject) items.push(...projectActions(commands));
    if (hasProject) items.push({ id: 'import', title: 'Import a session…', words: 'json file', run: () => commands.openLayer('import') });
    for (const [section, title] of Object.entries(SETTINGS_PAGES) as readonly [SettingsSection, string][]) {
      items.push({
        id: `settings-${section}`,
        title: `Settings: ${title}`,
        words: 'preferences configuration',
        run: () => void commands.showSettings(section),
      });
    }
    items.push({ id: 'demo', title: 'Try the sample project', detail: 'scripted, no model', run: () => void commands.openDemo() });
    for (const theme of ['system', 'light', 'dark'] as const) {
      items.push({
        id: `theme-${theme}`,
        title: `Theme: ${theme}`,
        words: 'appearance colour',
        run: () => void commands.setAppearance({ theme }),
      });
    }
    return { value: 'Actions', items };
  }, [commands, hasProject, stops, children]);
}

/** Between turns there is nothing to stop but going on by itself. */
const STOP = {
  turn: { title: 'Stop the turn' },
  waiting: { title: 'Stop waiting', detail: 'results are kept for your next prompt', words: 'turn hold' },
} as const;

function stopChildren(many: number, commands: Commands): PaletteAction {
  const detail = plural(many, 'child', 'children');
  return { id: 'stop-children', title: 'Stop the children', detail, words: 'delegation end', run: () => void commands.stopChildren() };
}

const SETTINGS_PAGES = {
  models: 'models',
  providers: 'providers and keys',
  sandbox: 'sandbox and network',
  approvals: 'approvals and modes',
  limits: 'limits and budgets',
  search: 'web search',
  advanced: 'advanced',
} as const satisfies Partial<Record<SettingsSection, string>>;

function projectActions(commands: Commands): readonly PaletteAction[] {
  return [
    { id: 'mode', title: 'Switch between plan and build', keys: LOCAL_KEYS.mode, run: () => void commands.toggleMode() },
    {
      id: 'compact',
      title: 'Compact the conversation',
      detail: '/compact',
      words: 'context summary',
      run: () => void commands.compactSession(),
    },
    {
      id: 'history',
      title: 'History of the conversation…',
      words: 'compaction generations archive before after',
      run: () => commands.openHistory(),
    },
    {
      id: 'orchestration',
      title: 'Orchestration…',
      detail: '/orchestration',
      words: 'children delegation standard low',
      run: () => void commands.openOrchestration(),
    },
    { id: 'skills', title: 'Skills…', detail: '/skills', words: 'instructions activate', run: () => void commands.openSkills() },
    { id: 'check', title: 'Check the project again', words: 'reload config', run: () => void commands.checkProject() },
  ];
}

const PROJECT_ONLY: ReadonlySet<string> = new Set([
  'models',
  'new-session',
  'find',
  'search-sessions',
  'stash',
  'toggle-sidebar',
  'toggle-inspector',
  'next-waiting',
  'previous-waiting',
  'focus-composer',
]);

function useSessions(): PaletteGroup {
  const { openSession } = useCommands();
  const sessions = useApp((state) => state.sessions);
  return useMemo(() => {
    const items = sessions.map(({ id, title, model }) => ({
      id,
      title: title === '' ? 'Untitled' : title,
      detail: model,
      run: () => void openSession(id),
    }));
    return { value: 'Sessions', items, long: true };
  }, [sessions, openSession]);
}

/** Prompts of this project, to say again or to change first. */
function usePrompts(): PaletteGroup {
  const { recallPrompt } = useCommands();
  const history = useApp((state) => state.prompts.history);
  return useMemo(() => {
    const items = history.map((text) => ({
      id: `prompt-${text}`,
      title: text.replace(/\s+/g, ' ').slice(0, 120),
      words: 'prompt history',
      run: () => void recallPrompt(text),
    }));
    return { value: 'Prompts', items, long: true };
  }, [history, recallPrompt]);
}

function useModels(): PaletteGroup {
  const { chooseModel } = useCommands();
  const models = useApp((state) => state.models);
  return useMemo(() => {
    const choices = models.state === 'ready' ? models.value : [];
    const usable = choices.filter(
      ({ unavailable, alias, favourite, uses, default: first }) => !unavailable && (alias || favourite || uses || first),
    );
    const items = usable.map(({ ref, provider, id }) => ({
      id: `model-${ref}`,
      title: `Use ${ref}`,
      detail: `${provider}/${id}`,
      words: 'model',
      run: () => void chooseModel(ref),
    }));
    return { value: 'Models', items, long: true };
  }, [models, chooseModel]);
}

function useProjects(): PaletteGroup {
  const { openProject } = useCommands();
  const recent = useApp((state) => state.recent);
  const here = useApp((state) => state.project?.path);
  return useMemo(() => {
    const others = recent.filter((project) => project.path !== here && !project.missing);
    const items = others.map(({ path, name }) => ({
      id: path,
      title: name,
      detail: path,
      words: 'open project',
      run: () => void openProject(path),
    }));
    return { value: 'Recent projects', items };
  }, [recent, here, openProject]);
}
