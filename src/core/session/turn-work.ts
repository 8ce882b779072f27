import type { TurnId } from '../../shared/ids.ts';
import type { StopReason } from '../../shared/session.ts';
import { runTurn } from '../turn/run-turn.ts';
import type { TurnDeps, TurnOutcome } from '../turn/turn.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import type { ContextKeeper } from './context-keeper.ts';
import type { Episode } from './episode.ts';
import { type Going, giveUp, resumed } from './held-turn.ts';
import { LoopQuestion } from './loop-question.ts';
import type { Memory } from './memory.ts';
import type { Publisher } from './publisher.ts';
import type { Queue } from './queue.ts';
import { closeCalls } from './recovery.ts';
import { withoutRepeatedReads } from './repeated-reads.ts';
import type { RequestBases } from './request-base.ts';
import type { SessionDeps } from './session.ts';
import type { SideDesk } from './side-desk.ts';
import { beginCheckpoint, type TurnCheckpoint } from './turn-checkpoint.ts';
import { CRASHED, endEvent, failedOutcome, reportBug } from './turn-end.ts';
import type { UserMessages } from './user-messages.ts';

/** A turn to work on, from its start or from where it was held. */
export interface Work {
  readonly turn: TurnId;
  /** Milliseconds that it took before. */
  readonly elapsed: number;
  readonly going?: Going;
}

/** Works on a turn until it ends, and says so. Never rejects. */
export type TurnWork = (work: Work, signal: AbortSignal) => Promise<StopReason>;

/** What a session's turns share. */
export interface WorkParts {
  readonly deps: SessionDeps;
  readonly publisher: Publisher;
  readonly memory: Memory;
  readonly keeper: ContextKeeper;
  readonly bases: RequestBases;
  readonly queue: Queue;
  readonly side: SideDesk;
  readonly episode: Episode;
  readonly desk: ApprovalDesk;
  readonly model: () => string;
  readonly messages: UserMessages;
}

export function createTurnWork(parts: WorkParts): TurnWork {
  const { deps, publisher, messages } = parts;
  const approvals = deps.unwatched ? 'refuse' : deps.approvals;
  const loops = new LoopQuestion({ approvals, emit: publisher.emit, message: (text) => messages.notice(text) });
  return async ({ turn, elapsed, going }, signal) => {
    const started = deps.clock.monotonic();
    const checkpoint = beginCheckpoint(deps.checkpoints, turn);
    const outcome = await rounds({ ...parts, loops, checkpoint, signal }, going).catch((bug: unknown) => crashed(parts, bug));
    checkpoint.end();
    publisher.emit(endEvent(turn, outcome, elapsed + deps.clock.monotonic() - started));
    return outcome.stop;
  };
}

/** A bug in the turn: calls without a result get one, so that the conversation can go on. */
async function crashed({ deps, publisher, memory }: WorkParts, bug: unknown): Promise<TurnOutcome> {
  await publisher.flush();
  reportBug(deps.logger, 'a turn failed unexpectedly', bug);
  await closeCalls(publisher);
  memory.reload(await publisher.kept.events());
  return failedOutcome(CRASHED);
}

interface RoundParts extends WorkParts {
  readonly loops: LoopQuestion;
  readonly checkpoint: TurnCheckpoint;
  readonly signal: AbortSignal;
}

async function rounds(parts: RoundParts, going: Going | undefined): Promise<TurnOutcome> {
  const { bases, publisher, memory, signal } = parts;
  if (going && signal.aborted) return giveUp(going.held, undefined, publisher, memory);
  const base = await bases.for(parts.model());
  if (!base.ok) return going ? giveUp(going.held, base.error, publisher, memory) : failedOutcome(base.error);
  const deps = turnDeps(parts, base.value, going !== undefined);
  return going ? runTurn(resumed(deps, going), memory.messages, going.held) : runTurn(deps, memory.messages);
}

type Base = Extract<Awaited<ReturnType<RequestBases['for']>>, { ok: true }>['value'];

function turnDeps(parts: RoundParts, base: Base, asked: boolean): TurnDeps {
  const { deps, publisher, memory, keeper, queue, side, episode, desk, loops, checkpoint, signal, messages } = parts;
  const { clock, ids } = deps;
  let canBeHeld = asked;
  episode.turnBegins(base.limits);
  return {
    ...base,
    tools: checkpoint.guard(deps.annotatesReads?.() ? withoutRepeatedReads(base.tools, () => memory.messages) : base.tools),
    ...{ clock, ids, signal },
    emit: (event) => {
      episode.see(event);
      publisher.emit(event);
    },
    makeRoom: (refused) => keeper.makeRoom(base, signal, refused),
    sendLess: (code) => keeper.sendLess(base, code),
    drain: (ends) => {
      const spoken = queue.takeNow();
      if (spoken) return messages.said(spoken, 'steer');
      return (ends ? side.wakes && !episode.isSpent : side.hasUntold) ? messages.results() : undefined;
    },
    notice: (text) => messages.notice(text),
    stuck: (stuck, ask) => loops.put(stuck, ask),
    recorded: () => (canBeHeld ? publisher.flush() : Promise.resolve()),
    ask: (call, question, over) => {
      canBeHeld = true;
      return desk.ask(call, question, over ? AbortSignal.any([signal, over]) : signal);
    },
  };
}
