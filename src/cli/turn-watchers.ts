import type { Project } from '../core/engine.ts';
import type { Envelope } from '../shared/events.ts';
import { emptyView, fold, viewOf } from '../shared/fold.ts';
import { spentAfter } from '../shared/fold-spend.ts';
import type { SessionSnapshot } from '../shared/session-snapshot.ts';
import type { Spent } from '../shared/spend.ts';
import { createApprovalAsker } from './approval-asker.ts';
import { type AskingChild, askApproval } from './approval-question.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { formatClock } from './format.ts';
import { resumedLine } from './resumed-session.ts';
import { createTurnPrinter } from './turn-printer.ts';

/** Somebody who looks on at a session that is followed. */
export interface TurnWatcher {
  /** The session as it was opened, before its first event. */
  readonly opened?: (snapshot: SessionSnapshot) => void;
  readonly see: (envelope: Envelope) => void;
}

/** Prints what happens, as the flags ask. `resumed` says that the session was there before. */
export function createPrinter({ flags, screen, style, terminal }: CommandInput, resumed: boolean): TurnWatcher {
  if (flags.json) return { see: (envelope) => screen.print({ to: 'out', text: `${JSON.stringify(envelope)}\n` }) };
  let spent: Spent = {};
  const printer = createTurnPrinter({ style, outIsTerminal: terminal.stdout.isTTY === true, spent: () => spent });
  let from = 0;
  let session = '';
  return {
    opened: (snapshot) => {
      session = snapshot.summary.id;
      from = snapshot.seq;
      spent = viewOf(snapshot).spent;
      for (const { event } of openTurn(snapshot)) printer(event);
      if (resumed) screen.print({ to: 'err', text: `${style.dim(resumedLine(snapshot))}\n` });
    },
    see: ({ session: whose, seq, event }) => {
      if (whose !== session || seq <= from) return;
      spent = spentAfter(spent, event);
      screen.print(...printer(event));
    },
  };
}

/** What the printer must have seen to name the calls of a turn that goes on. */
function openTurn({ events }: SessionSnapshot): SessionSnapshot['events'] {
  const begin = events.findLastIndex(({ event }) => event.type === 'turn.start' || event.type === 'turn.end');
  return events[begin]?.event.type === 'turn.start' ? events.slice(begin) : [];
}

/** Has questions answered at the terminal, those first that waited in the session. */
export function createAsker({ terminal, screen, style, interrupts }: CommandInput, project: Project): TurnWatcher {
  const { print } = screen;
  const children = new Map<string, AskingChild>();
  const asker = createApprovalAsker(
    async ({ session, approval }, signal, time) => {
      const { kind, access, subject } = approval;
      const preview = async (pattern: string) =>
        kind === 'loop' ? NO_RULE : project.approvals.preview({ kind, access, pattern }, subject);
      const { stdin, hungUp } = terminal;
      const until = () => {
        const at = time();
        return at === undefined ? undefined : formatClock(at, Date.now());
      };
      const child = children.get(session);
      const decision = await askApproval(approval, { input: stdin, print, style, preview, signal, hungUp, until, child });
      if (hungUp()) interrupts.stop(EXIT.hangup);
      return decision;
    },
    async (session, approval, decision) => {
      await project.command({ type: 'approval.answer', session, approval, decision });
    },
  );
  const see = ({ session, event }: Pick<Envelope, 'session' | 'event'>) => {
    if (event.type === 'child.start') children.set(event.child, event);
    asker({ session, event });
  };
  return {
    opened: ({ summary, events }) => {
      for (const approval of fold(emptyView(), events).waiting) see({ session: summary.id, event: { type: 'approval.start', approval } });
      for (const { event } of events) if (event.type === 'approval.time') see({ session: summary.id, event });
    },
    see,
  };
}

/** No rule can be made about a loop, so nobody is offered one. */
const NO_RULE = { problem: 'No rule can be made of this question.', asked: 0, matched: 0, denied: 0, examples: [] };
