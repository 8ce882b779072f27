import type { ChildItem, SessionView } from '../../shared/fold-types.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { Orchestration } from '../../shared/session.ts';
import { loadContext } from './context.ts';
import type { Core } from './core.ts';
import { closeLayer, openLayer } from './layers.ts';
import { openSession } from './sessions.ts';
import type { State } from './state.ts';

export function childCommands(core: Core) {
  return {
    openChild: (child: string) => openSession(core, sessionIdSchema.parse(child)),
    stopChild: (child: string) => stopChild(core, child),
    stopChildren: () => stopChildren(core),
    openOrchestration: () => openOrchestration(core),
    orchestrate: (level: Orchestration) => orchestrate(core, level),
  };
}

/** Children that run or wait for a free place, in the order they were started. */
export function runningChildren({ items }: Pick<SessionView, 'items'>): readonly ChildItem[] {
  return items.filter((item) => item.kind === 'child').filter(isRunning);
}

export function isRunning({ state }: ChildItem): boolean {
  return state === 'running' || state === 'queued';
}

/** Whether a child ever had a session that can be looked at. */
export function hasSession({ state, duration }: ChildItem): boolean {
  return state !== 'queued' && duration !== 0;
}

/** What Esc stops: the turn, or, once that is stopped and results are held, the children. */
export function stopsNext({ current, open }: Pick<State, 'current' | 'open'>): 'turn' | 'children' {
  const view = current === null ? undefined : open[current]?.view;
  if (view === undefined || view.turn !== undefined || view.held === undefined) return 'turn';
  return runningChildren(view).length > 0 ? 'children' : 'turn';
}

async function stopChild(core: Core, child: string): Promise<void> {
  const session = core.get().current;
  const command = { type: 'child.stop', child: sessionIdSchema.parse(child) } as const;
  if (session !== null) await core.ask('session.command', { command: { ...command, session } });
}

export async function stopChildren(core: Core): Promise<void> {
  const session = core.get().current;
  if (session !== null) await core.ask('session.command', { command: { type: 'child.stop', session } });
}

/** Asks what the change would cost before it is made. */
export async function openOrchestration(core: Core): Promise<boolean> {
  const session = core.get().current;
  if (session === null) {
    core.report({
      code: 'bad_request',
      message: 'There is no session yet.',
      hint: 'The setting sub_agent.orchestration_level counts for new ones.',
    });
    return false;
  }
  openLayer(core, 'orchestration');
  await loadContext(core, session);
  return true;
}

async function orchestrate(core: Core, level: Orchestration): Promise<void> {
  const session: SessionId | null = core.get().current;
  closeLayer(core, 'orchestration');
  if (session === null) return;
  await core.ask('session.command', { command: { type: 'session.orchestration', session, level } });
  await loadContext(core, session);
}
