import type { ApprovalDecision, RuleDraft } from '../../shared/approvals.ts';
import type { ApprovalId, MessageId, QueueItemId, SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { TrustDecision } from '../../shared/project-trust.ts';
import type { Appearance } from '../../shared/settings.ts';
import { setAppearance, setOverlays, showPanel, togglePanel, zoomBy } from './appearance.ts';
import { draftAnswer, loadApprovals, previewRule, removeRule } from './approvals.ts';
import { attachmentCommands } from './attachments.ts';
import { goToWaiting, stepWaiting, type Waiting } from './attention.ts';
import { childCommands } from './children.ts';
import { loadContext } from './context.ts';
import type { Core } from './core.ts';
import { editDraft, saveDraft } from './drafts.ts';
import type { AnswerDraft } from './kept-page.ts';
import { closeLayer, closeTopLayer, openLayer, toggleLayer } from './layers.ts';
import { libraryCommands } from './library.ts';
import { modelCommands } from './models.ts';
import { prefixCommands } from './prefix.ts';
import { boot, browse, checkProject, openDemo, openProject, pickProject, runDoctor, trustProject } from './project.ts';
import { promptShelfCommands } from './prompt-shelf.ts';
import {
  answerApproval,
  compactSession,
  continueTurn,
  editQueued,
  lookAtApproval,
  moveQueued,
  pinMessage,
  removeQueued,
  sendPrompt,
  stayStopped,
  stopTurn,
  undoCompaction,
} from './prompts.ts';
import {
  dismissProblem,
  openHistory,
  openLink,
  review,
  setDiffStyle,
  setFind,
  setFocus,
  setFold,
  setInspectorTab,
  tookFocus,
} from './reading.ts';
import { rewindCommands } from './rewind.ts';
import { searchCommands } from './session-search.ts';
import { chooseModel, listSessions, newSession, openSession, renameSession, toggleMode } from './sessions.ts';
import { settingsCommands } from './settings.ts';
import { skillCommands } from './skills.ts';
import type { Focus, InspectorTab, Layer, State } from './state.ts';
import { transcriptCommands } from './transcript.ts';
import { usageCommands } from './usage.ts';

/** Everything a person can make the window do. The one way for a component to change the state. */
export type Commands = ReturnType<typeof createCommands>;

export function createCommands(core: Core) {
  return {
    ...libraryCommands(core),
    ...transcriptCommands(core),
    ...rewindCommands(core),
    ...childCommands(core),
    ...promptShelfCommands(core),
    ...searchCommands(core),
    ...usageCommands(core),
    ...skillCommands(core),
    ...prefixCommands(core),
    ...attachmentCommands(core),
    ...modelCommands(core),
    ...settingsCommands(core),
    ...sessionCommands(core),
    ...projectCommands(core),
    ...windowCommands(core),
    ...readingCommands(core),
  };
}

function sessionCommands(core: Core) {
  return {
    openSession: (id: SessionId) => openSession(core, id),
    listSessions: () => listSessions(core),
    newSession: () => newSession(core),
    renameSession: (id: SessionId, title: string) => renameSession(core, id, title),
    chooseModel: (model: string) => chooseModel(core, model),
    toggleMode: () => toggleMode(core),
    sendPrompt: (text: string, other: boolean) => sendPrompt(core, text, other),
    stopTurn: () => stopTurn(core),
    continueTurn: () => continueTurn(core),
    stayStopped: () => stayStopped(core),
    loadContext: (session: SessionId) => loadContext(core, session),
    compactSession: (focus = '') => compactSession(core, focus),
    undoCompaction: (generation: number) => undoCompaction(core, generation),
    openHistory: (generation: number | null = null) => openHistory(core, generation),
    showGeneration: (generation: number) => core.update(() => ({ generation })),
    pinMessage: (message: MessageId, pinned: boolean) => pinMessage(core, message, pinned),
    lookAtApproval: (session: SessionId, id: ApprovalId) => lookAtApproval(core, session, id),
    draftAnswer: (id: ApprovalId, change: AnswerDraft) => draftAnswer(core, id, change),
    answerApproval: (session: SessionId, id: ApprovalId, decision: ApprovalDecision) => answerApproval(core, session, id, decision),
    editQueued: (session: SessionId, item: QueueItemId, text: string) => editQueued(core, session, item, text),
    removeQueued: (session: SessionId, item: QueueItemId) => removeQueued(core, session, item),
    moveQueued: (session: SessionId, item: QueueItemId, to: number) => moveQueued(core, session, item, to),
    editDraft: (session: SessionId | null, text: string) => editDraft(core, session, text),
    saveDraft: (session: SessionId | null) => saveDraft(core, session),
    goToWaiting: (waiting: Waiting) => goToWaiting(core, waiting),
    stepWaiting: (step: 1 | -1) => stepWaiting(core, step),
  };
}

function projectCommands(core: Core) {
  return {
    boot: () => boot(core),
    pickProject: () => pickProject(core),
    openProject: (path: string) => openProject(core, path),
    openDemo: () => openDemo(core),
    checkProject: () => checkProject(core),
    trustProject: (decision: TrustDecision) => trustProject(core, decision),
    browse: (path?: string) => browse(core, path),
    runDoctor: () => runDoctor(core),
    loadApprovals: () => loadApprovals(core),
    removeRule: (id: string) => removeRule(core, id),
    previewRule: (draft: RuleDraft, subject: string) => previewRule(core, draft, subject),
  };
}

function windowCommands(core: Core) {
  return {
    setAppearance: (change: Partial<Appearance>) => setAppearance(core, change),
    zoomBy: (steps: number) => zoomBy(core, steps),
    togglePanel: (panel: 'sidebar' | 'inspector') => togglePanel(core, panel),
    showPanel: (panel: 'sidebar' | 'inspector') => showPanel(core, panel),
    setOverlays: (overlays: State['overlays']) => setOverlays(core, overlays),
    openLayer: (layer: Layer) => openLayer(core, layer),
    closeLayer: (layer: Layer) => closeLayer(core, layer),
    toggleLayer: (layer: Layer) => toggleLayer(core, layer),
    closeTopLayer: () => closeTopLayer(core),
    dismissProblem: (problem: Problem) => dismissProblem(core, problem),
  };
}

function readingCommands(core: Core) {
  return {
    setFold: (row: string, open: boolean) => setFold(core, row, open),
    setFind: (find: Partial<State['find']>) => setFind(core, find),
    setFocus: (focus: Focus | null) => setFocus(core, focus),
    tookFocus: (target: Focus['target']) => tookFocus(core, target),
    setInspectorTab: (tab: InspectorTab) => setInspectorTab(core, tab),
    setDiffStyle: (style: State['diffStyle']) => setDiffStyle(core, style),
    review: (turn: string | null) => review(core, turn),
    openLink: (url: string) => openLink(core, url),
  };
}
