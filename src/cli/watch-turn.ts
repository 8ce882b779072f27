import type { Project } from '../core/engine.ts';
import type { GivenAttachment } from '../shared/attachments.ts';
import type { Envelope } from '../shared/events.ts';
import type { SessionId } from '../shared/ids.ts';
import { createApprovalAsker } from './approval-asker.ts';
import { askApproval } from './approval-question.ts';
import type { CommandInput } from './command.ts';
import { EXIT, exitCodeOfProblem, exitCodeOfStop } from './exit-code.ts';
import { followTurn } from './follow-turn.ts';
import { problemText } from './problem-text.ts';
import { canAsk } from './terminal.ts';
import { createTurnPrinter } from './turn-printer.ts';

export interface WatchOptions {
  readonly project: Project;
  readonly prompt: string;
  readonly skills?: readonly string[] | undefined;
  readonly attachments?: readonly GivenAttachment[];
  /** Sees every event besides what is printed. */
  readonly also?: (envelope: Envelope) => void;
}

/** Runs one turn, prints it as the flags ask, has approvals answered at the terminal, and resolves with the exit code. */
export async function watchTurn(input: CommandInput, { project, prompt, attachments, skills, also }: WatchOptions): Promise<number> {
  const watchers = [createPrinter(input), ...(canAsk(input.terminal) ? [createAsker(input, project)] : []), ...(also ? [also] : [])];
  const watch = (envelope: Envelope) => {
    for (const watcher of watchers) watcher(envelope);
  };
  const end = await followTurn({ project, prompt, attachments, skills, signal: input.interrupts.signal, watch });
  if (end.ok) return end.value === null ? EXIT.interrupted : exitCodeOfStop(end.value.stop);
  input.screen.print({ to: 'err', text: problemText(end.error, input.style) });
  return exitCodeOfProblem(end.error.code);
}

function createPrinter({ flags, screen, style, terminal }: CommandInput): (envelope: Envelope) => void {
  if (flags.json) return (envelope) => screen.print({ to: 'out', text: `${JSON.stringify(envelope)}\n` });
  const printer = createTurnPrinter({ style, outIsTerminal: terminal.stdout.isTTY === true });
  let session: string | undefined;
  return (envelope) => {
    session ??= envelope.session;
    if (envelope.session === session) screen.print(...printer(envelope.event));
  };
}

function createAsker({ terminal, screen, style }: CommandInput, project: Project): (envelope: Envelope) => void {
  const print = (text: string) => screen.print({ to: 'err', text });
  const askers = new Map<string, (envelope: Envelope) => void>();
  const askerOf = (session: SessionId) => {
    const asker = createApprovalAsker(
      (approval, signal) => {
        const { kind, access, subject } = approval;
        const preview = async (pattern: string) =>
          kind === 'loop' ? NO_RULE : project.approvals.preview({ kind, access, pattern }, subject);
        return askApproval(approval, { input: terminal.stdin, print, style, preview, signal });
      },
      async (approval, decision) => {
        await project.command({ type: 'approval.answer', session, approval, decision });
      },
    );
    return (envelope: Envelope) => asker(envelope.event);
  };
  return (envelope) => {
    const asker = askers.get(envelope.session) ?? askerOf(envelope.session as SessionId);
    askers.set(envelope.session, asker);
    asker(envelope);
  };
}

/** No rule can be made about a loop, so nobody is offered one. */
const NO_RULE = { problem: 'No rule can be made of this question.', asked: 0, matched: 0, denied: 0, examples: [] };
