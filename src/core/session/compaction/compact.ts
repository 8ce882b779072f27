import { createHash } from 'node:crypto';
import type { CompactionCause, CompactionStage } from '../../../shared/compaction-events.ts';
import type { KeptEvent, SessionEvent } from '../../../shared/events.ts';
import type { UserMessage } from '../../../shared/messages.ts';
import { type Problem, TOO_FULL } from '../../../shared/problem.ts';
import type { ActiveSkill } from '../../../shared/skills.ts';
import { addSpend, NO_SPEND, type Spend, spendOf } from '../../../shared/spend.ts';
import { addUsage, type Usage } from '../../../shared/usage.ts';
import type { Clock, Ids } from '../../lib/ports.ts';
import { type Budget, budgetOf, fits, isNearlyFull } from '../../prompt/budget.ts';
import { compactionInstruction, summaryHeading } from '../../prompt/compaction.ts';
import type { Model, StreamEnd } from '../../providers/provider.ts';
import { newMessageId } from '../../turn/turn.ts';
import type { Gauge } from '../gauge.ts';
import { type Memory, nextGeneration } from '../memory.ts';
import type { RequestBase } from '../request-base.ts';
import { type Cut, type CutOptions, cutConversation, cutLast } from './cut.ts';
import { extractSummary } from './extract.ts';
import { mustStayTooLarge, nothingToCompact, stillTooLarge } from './problems.ts';
import { instructionMessage, type WrittenSummary, writeSummary } from './write-summary.ts';

export type CompactionEnd = Extract<KeptEvent, { type: 'compaction.end' }>;

export interface CompactionJob {
  readonly cause: CompactionCause;
  readonly focus?: string | undefined;
  /** The request cannot be sent as it is. */
  readonly needed: boolean;
  readonly base: RequestBase;
  readonly memory: Memory;
  readonly gauge: Gauge;
  /** Said ahead of the summary, such as the mode: the message that said it last may be among those that go. */
  readonly notice: string;
  /** Told again with the summary, since what told of them before goes. */
  readonly skills: readonly ActiveSkill[];
  /** Writes the summary when the session's own model cannot. */
  readonly other: () => Promise<Model | undefined>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signal: AbortSignal;
  readonly emit: (event: SessionEvent) => void;
}

/** What the requests for a summary used and cost. */
export interface Took {
  readonly usage?: Usage;
  readonly spend: Spend;
}

export type CompactionOutcome =
  | { readonly event: CompactionEnd }
  /** `shown` when its start was. */
  | { readonly stop: 'failed' | 'cancelled' | 'nothing'; readonly problem: Problem; readonly shown: boolean; readonly took?: Took };

interface Attempt {
  readonly stage: CompactionStage;
  readonly cut: Cut;
  readonly room: number;
}

/** One run through the stages. */
interface Run {
  readonly job: CompactionJob;
  readonly budget: Budget;
  readonly before: number;
  readonly started: number;
  took: Took;
  /** Whether its start was shown. */
  shown: boolean;
}

/**
 * Makes a summary of the older messages and says what would be sent from then on. Changes nothing itself: the event, once kept, does.
 *
 * The normal stage keeps the newest rounds and the latest prompt. Where that leaves too little room the emergency stage keeps one round, or, where
 * the request could not be sent otherwise, only what nobody answered yet.
 */
export async function compact(job: CompactionJob): Promise<CompactionOutcome> {
  const { base, gauge, clock } = job;
  const budget = budgetOf(base.model.info);
  const run: Run = { job, budget, before: gauge.tokens(base), started: clock.monotonic(), took: { spend: NO_SPEND }, shown: false };
  const normal = attemptFor(run, 'normal');
  const first = normal && leavesRoom(run, normal) ? await runStage(run, normal) : undefined;
  if (first && isFinal(first, budget)) return first;
  const done = first && 'event' in first ? first : undefined;
  const second = await emergency(run, !done);
  if (second && 'event' in second) return second;
  return done ?? second ?? first ?? nothing(run);
}

/** Whether a further stage would not help. */
function isFinal(outcome: CompactionOutcome, budget: Budget): boolean {
  return 'event' in outcome ? !isNearlyFull(outcome.event.after, budget) : outcome.problem.code !== 'context_full';
}

/** `needed` when no stage before made room. */
async function emergency(run: Run, needed: boolean): Promise<CompactionOutcome | undefined> {
  let outcome: CompactionOutcome | undefined;
  for (const attempt of emergencies(run, needed)) {
    const stays = retained(run, attempt.cut);
    outcome = fits(stays, run.budget) ? await runStage(run, attempt) : failed(run, 'failed', mustStayTooLarge(stays, run.budget));
    if ('event' in outcome || outcome.problem.code !== 'context_full') return outcome;
  }
  return outcome;
}

function emergencies(run: Run, needed: boolean): readonly Attempt[] {
  const { job, before, budget } = run;
  const full = isNearlyFull(before, budget);
  if (job.cause === 'manual' && !full) return [];
  const round = attemptFor(run, 'emergency');
  const last = needed && (job.needed || job.cause === 'manual') ? cutLast(job.memory.messages, cutOptions(job)) : [];
  const room = roomOf(run, 'emergency');
  return [...(round ? [round] : []), ...last.map((cut) => ({ stage: 'emergency' as const, cut, room }))];
}

function nothing(run: Run): CompactionOutcome {
  if (!fits(run.before, run.budget)) return failed(run, 'failed', mustStayTooLarge(run.before, run.budget));
  return failed(run, 'nothing', nothingToCompact(run.before, run.budget));
}

/** Share of the window, or else of the configured threshold, that a summary may take, with bounds in tokens. */
const ROOMS = { normal: { share: 0.08, least: 400, most: 6_000 }, emergency: { share: 0.02, least: 200, most: 1_500 } } as const;
const UNKNOWN_SIZE = 50_000;

function roomOf({ budget: { window, threshold } }: Run, stage: CompactionStage): number {
  const { share, least, most } = ROOMS[stage];
  return Math.round(Math.min(most, Math.max(least, (window ?? threshold ?? UNKNOWN_SIZE) * share)));
}

function attemptFor(run: Run, stage: CompactionStage): Attempt | undefined {
  const { job, budget } = run;
  const room = roomOf(run, stage);
  const { messages } = job.memory;
  const hasRoom = (from: number) => !isNearlyFull(job.gauge.tokens(job.base, messages.slice(from)) + room, budget);
  const cut = cutConversation(messages, { stage, hasRoom, ...cutOptions(job) });
  return cut && { stage, cut, room };
}

function cutOptions({ memory }: CompactionJob): Pick<CutOptions, 'isPinned' | 'summary'> {
  return { isPinned: (message) => memory.isPinned(message), summary: memory.summary };
}

function leavesRoom(run: Run, { cut, room }: Attempt): boolean {
  return !isNearlyFull(retained(run, cut) + room, run.budget);
}

/** Tokens of a request that holds only what stays. */
function retained({ job }: Run, { first, kept }: Cut): number {
  const [, ...stays] = nextGeneration(job.memory.messages, { summary: instructionMessage(''), first, kept });
  return job.gauge.tokens(job.base, stays);
}

async function runStage(run: Run, attempt: Attempt): Promise<CompactionOutcome> {
  const { cause, emit } = run.job;
  emit({ type: 'compaction.start', cause, stage: attempt.stage, waits: false });
  run.shown = true;
  const written = await ask(run, attempt);
  if (written.cancelled) return failed(run, 'cancelled', CANCELLED);
  if (written.problem) return failed(run, 'failed', written.problem);
  const own = endEvent(run, attempt, written);
  const event = attempt.stage === 'emergency' && !fits(own.after, run.budget) ? endEvent(run, attempt, { text: '' }) : own;
  if (!fits(event.after, run.budget)) return failed(run, 'failed', stillTooLarge(event.after, run.budget));
  return event.after < run.before ? { event } : nothing(run);
}

/** By the session's own model; where that has nothing to say or fails, by the other one, if there is one. An empty text means an extract. */
async function ask(run: Run, attempt: Attempt): Promise<WrittenSummary> {
  const own = await askModel(run, attempt, run.job.base);
  if (own.cancelled || own.text !== '') return own;
  const model = await run.job.other();
  if (!model || nameOf(model) === nameOf(run.job.base.model)) return own;
  const other = await askModel(run, attempt, inOtherLane(run.job.base, model));
  return other.text === '' && !other.cancelled ? own : { ...other, writer: nameOf(model) };
}

function nameOf({ info }: Model): string {
  return `${info.provider}/${info.id}`;
}

/** The same prefix under a cache key of its own, so that what the session's model has cached stays untouched. */
function inOtherLane(base: RequestBase, model: Model): RequestBase {
  const cacheKey = createHash('sha256').update(`${base.cacheKey} compaction`).digest('hex').slice(0, 32);
  return { ...base, model, cacheKey };
}

/**
 * With everything that is sent, else with what will be summarised, else not at all. What is estimated to fit may still be refused as too long.
 */
async function askModel(run: Run, { stage, cut, room }: Attempt, base: RequestBase): Promise<WrittenSummary> {
  const { job } = run;
  const { memory, gauge, signal, emit, focus } = job;
  const budget = budgetOf(base.model.info);
  const instruction = compactionInstruction({ stage, room, focus, terse: base.terse, override: job.base.model.info.compaction?.prompt });
  const whole = memory.messages;
  const retrying = (message: string) => emit({ type: 'notice', level: 'warning', code: 'retry', message });
  const spent: Parameters<typeof writeSummary>[0]['spent'] = (request) => {
    run.took = tookWith(run.took, request);
  };
  for (const messages of [whole, whole.slice(0, cut.from)]) {
    if (!fits(gauge.tokens(job.base, [...messages, instructionMessage(instruction)]), budget)) continue;
    const written = await writeSummary({ base, messages, instruction, signal, retrying, spent });
    if (!written.problem || !TOO_FULL.has(written.problem.code)) return written;
  }
  return { text: '' };
}

function tookWith({ usage, spend }: Took, { usage: more, bill }: Pick<StreamEnd, 'usage' | 'bill'>): Took {
  const both = usage && more ? addUsage(usage, more) : (more ?? usage);
  return { ...(both ? { usage: both } : {}), spend: bill ? addSpend(spend, spendOf(bill.cost)) : spend };
}

/** As events say it. */
export function tookFacts({ usage, spend }: Took): { readonly usage?: Usage; readonly spend?: Spend } {
  return { ...(usage ? { usage } : {}), ...(spend.requests === 0 ? {} : { spend }) };
}

function endEvent(run: Run, { stage, cut }: Attempt, { text, writer }: WrittenSummary): CompactionEnd {
  const { job, before, started, took } = run;
  const { cause, focus, memory, notice, skills, clock, ids, gauge, base } = job;
  const generation = memory.generation + 1;
  const body = text === '' ? extractSummary(memory.messages.slice(0, cut.from), stage) : text;
  const summary: UserMessage = {
    role: 'user',
    id: newMessageId(ids),
    origin: 'notice',
    notice: `${notice}\n\n${summaryHeading(generation)}`,
    ...(skills.length === 0 ? {} : { skills: [...skills] }),
    text: body,
  };
  const { first = summary.id, kept, dropped } = cut;
  const after = gauge.tokens(base, nextGeneration(memory.messages, { summary, first, kept }));
  return {
    type: 'compaction.end',
    ...{ generation, cause, stage, summary, first, kept: [...kept], dropped, before, after },
    source: text === '' ? 'extract' : 'model',
    ...(writer === undefined ? {} : { writer }),
    ...(focus === undefined ? {} : { focus }),
    ...tookFacts(took),
    duration: clock.monotonic() - started,
  };
}

function failed({ took, shown }: Run, stop: 'failed' | 'cancelled' | 'nothing', problem: Problem): CompactionOutcome {
  return { stop, problem, shown, took };
}

const CANCELLED: Problem = { code: 'cancelled', message: 'The compaction was stopped.', hint: 'The conversation is as it was.' };
