import type { TurnFile } from '../../shared/events.ts';
import type { Message, ToolCallBlock } from '../../shared/messages.ts';
import { TOO_FULL } from '../../shared/problem.ts';
import type { StopReason } from '../../shared/session.ts';
import { addUsage, NO_USAGE, type Usage } from '../../shared/usage.ts';
import type { StreamEnd } from '../providers/provider.ts';
import { type Answer, askModel, callsOf } from './answer.ts';
import { addChanges } from './files.ts';
import { stuckCall } from './loop-guard.ts';
import { outgoing } from './outgoing.ts';
import { runCalls } from './run-calls.ts';
import type { TurnDeps, TurnOutcome } from './turn.ts';

type Stop = Pick<TurnOutcome, 'stop' | 'problem' | 'note'>;

/** A turn that goes on in the middle of a round. */
export interface BegunTurn extends Pick<TurnOutcome, 'rounds' | 'usage' | 'files'> {
  /** Of the newest answer in the conversation, the calls without a result, in order. */
  readonly calls: readonly ToolCallBlock[];
}

interface Progress {
  rounds: number;
  usage: Usage;
  readonly files: Map<string, TurnFile>;
  /** The provider found a request too long, and the conversation was compacted for it. Once in a turn. */
  refused: boolean;
}

/**
 * Rounds of model request and tool calls until the model has nothing more to do, a limit is reached, it fails, or `signal` aborts.
 *
 * Contract: `conversation` is only ever appended to here (`makeRoom` may have its owner change it), and afterwards holds exactly one result per tool call in it. Never throws for anything
 * a model, a tool or a person does.
 */
export async function runTurn(deps: TurnDeps, conversation: Message[], begun?: BegunTurn): Promise<TurnOutcome> {
  const progress: Progress = {
    rounds: begun?.rounds ?? 0,
    usage: begun?.usage ?? NO_USAGE,
    files: new Map(begun?.files.map((file) => [file.path, file])),
    refused: false,
  };
  if (begun) await endRound(deps, conversation, progress, begun.calls);
  let stop = limitReached(deps, progress);
  while (!stop) {
    await drainInto(deps, conversation, false);
    stop = (await runRound(deps, conversation, progress)) ?? limitReached(deps, progress);
  }
  deps.tools.rest?.();
  return { ...stop, rounds: progress.rounds, usage: progress.usage, files: [...progress.files.values()] };
}

function limitReached(deps: TurnDeps, progress: Progress): Stop | undefined {
  if (deps.signal.aborted) return { stop: 'cancelled' };
  const { group = 'limits', rounds, tokens, outputTokens = tokens } = deps.limits;
  if (progress.rounds >= rounds) {
    return limit('max_turns', `The turn stopped after ${rounds} model requests.`, `${group}.max_turns`);
  }
  if (progress.usage.input + progress.usage.output >= tokens) {
    return limit('max_tokens', `The turn stopped after ${tokens.toLocaleString('en')} tokens.`, `${group}.max_tokens`);
  }
  if (progress.usage.output >= outputTokens) {
    return limit('max_tokens', `The turn stopped after ${outputTokens.toLocaleString('en')} tokens of answers.`, `${group}.max_tokens`);
  }
  return undefined;
}

function limit(stop: StopReason, message: string, key: string): Stop {
  return { stop, note: { message, hint: `Continue to go on from here, or raise ${key} in the configuration.` } };
}

async function drainInto(deps: TurnDeps, conversation: Message[], ends: boolean): Promise<boolean> {
  const message = await deps.drain(ends);
  if (!message) return false;
  deps.emit({ type: 'message.end', message });
  conversation.push(message);
  return true;
}

/** Undefined when another round follows. */
async function runRound(deps: TurnDeps, conversation: Message[], progress: Progress): Promise<Stop | undefined> {
  const blocked = await deps.makeRoom?.(false);
  if (blocked) return blocked.code === 'cancelled' ? { stop: 'cancelled' } : { stop: 'error', problem: blocked };
  progress.rounds += 1;
  const asked = askModel(deps, {
    system: deps.system,
    messages: outgoing(deps.preface, conversation),
    tools: deps.tools.schemas,
    cacheKey: deps.cacheKey,
    signal: deps.signal,
  });
  deps.tools.ahead?.();
  const answer = await asked;
  progress.usage = addUsage(progress.usage, answer.spent);
  if (answer.message) conversation.push(answer.message);
  const refused = answer.message ? undefined : answer.end.problem?.code;
  if (refused && deps.sendLess?.(refused)) return undefined;
  if (refused && TOO_FULL.has(refused) && !progress.refused && deps.makeRoom) {
    progress.refused = true;
    const still = await deps.makeRoom(true);
    if (!still) return undefined;
    if (still.code === 'cancelled') return { stop: 'cancelled' };
  }
  if (answer.end.stop !== 'tool_calls') return endOf(deps, conversation, answer);
  await endRound(deps, conversation, progress, callsOf(answer));
  return undefined;
}

async function endRound(deps: TurnDeps, conversation: Message[], progress: Progress, calls: readonly ToolCallBlock[]): Promise<void> {
  for (const result of await runCalls(deps, calls)) {
    conversation.push(result.message);
    addChanges(progress.files, result.outcome);
  }
  await guardLoop(deps, conversation);
  remind(deps, conversation, progress.rounds);
}

function remind({ limits, notice, emit, signal }: TurnDeps, conversation: Message[], rounds: number): void {
  const text = limits.reminders?.get(rounds);
  const message = text === undefined || signal.aborted ? undefined : notice?.(text);
  if (!message) return;
  emit({ type: 'message.end', message });
  conversation.push(message);
}

async function guardLoop(deps: TurnDeps, conversation: Message[]): Promise<void> {
  const stuck = stuckCall(conversation);
  const message = stuck && !deps.signal.aborted ? await deps.stuck?.(stuck, deps.ask) : undefined;
  if (!message || deps.signal.aborted) return;
  deps.emit({ type: 'message.end', message });
  conversation.push(message);
}

async function endOf(deps: TurnDeps, conversation: Message[], answer: Answer): Promise<Stop | undefined> {
  if (answer.end.stop !== 'complete') return failure(answer.end);
  if (await drainInto(deps, conversation, true)) return undefined;
  return answer.message ? { stop: 'complete' } : { stop: 'complete', note: EMPTY };
}

const EMPTY = {
  message: 'The model answered with nothing.',
  hint: 'Say what you expected, or continue; if it keeps happening, try another model.',
};

function failure(end: StreamEnd): Stop {
  switch (end.stop) {
    case 'cancelled':
      return { stop: 'cancelled' };
    case 'max_tokens':
      return {
        stop: 'max_tokens',
        note: { message: 'The model reached its output limit in the middle of its answer.', hint: 'Continue to let it go on.' },
      };
    case 'refusal':
      return {
        stop: 'complete',
        note: { message: 'The model declined to answer.', hint: 'Put the request in another way, or use another model.' },
      };
    case 'usage_limit':
    case 'error':
      return { stop: end.stop, ...(end.problem ? { problem: end.problem } : {}) };
    case 'complete':
    case 'tool_calls':
      throw new Error(`a stream that ended with ${end.stop} is no failure`);
  }
}
