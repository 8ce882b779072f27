/**
 * Everything that happens to a session, as one union.
 *
 * Order, for a plain reply (`~` marks events that are shown but not kept):
 *
 *   session.start
 *   turn.start
 *     message.end(user)
 *     message.start~  message.update~ …  message.end(assistant, stop complete)
 *   turn.end(complete)
 *
 * With tools: each round is one model request and the calls it made. Calls of one parallel class may overlap; `tool.end` of a
 * round always come in call order, exactly one per call, also when the turn is stopped.
 *
 *   message.start~ … message.end(assistant, stop tool_calls)
 *   tool.start(a)  tool.update(a)~ …  tool.end(a)
 *   tool.start(b)  tool.end(b)
 *   message.end(user, steer)            only when something was queued: drained here into one message
 *   message.start~ … message.end(assistant)
 *
 * A call begins once it may: what it asks for stands before its start. One that is refused has start and end together. In older logs the start stands before the
 * questions.
 *
 *   approval.start(x, call a)  approval.time(x)~ …  approval.end(x)  tool.start(a)  tool.end(a)      its time begins anew when somebody looks
 *   approval.end(y, by a rule)  tool.start(a)  tool.end(a)              nobody was asked
 *   tool.end(a)  approval.start(z, loop, call a)  approval.end(z)         after a call that keeps failing
 *   tool.end(a) …  approval.start(z, network, call a)  approval.end(z)    a background command wants a host; also between turns
 *
 * A question about a path, a command or a loop that waits when Steiner ends stays open: nothing it asks for has happened, and the log ends there (`┊`).
 * When the session is opened again nothing is written before somebody answers; then the same turn goes on. No call begins a second time, so one that had begun
 * beside the one that waited is told as interrupted, and one that had not, as it waited behind that question or for its place, begins:
 *
 *   tool.start(a)  approval.start(x, call b)  ┊  approval.end(x)  tool.start(b)  tool.end(a, interrupted)  tool.end(b)  tool.start(c)  tool.end(c) …
 *
 * A question about a host has a running command behind it, which ends with Steiner: it is closed as denied by the restart.
 *
 * A failed attempt that had shown text is withdrawn before the next one: message.update~ … message.reset~ request.lost notice message.update~ …
 *
 * A skill that a person activates or deactivates is an event at once; the model is told with the next message, of the difference alone:
 *
 *   session.skill(active) …  turn.start  message.end(user, skills)
 *   session.skill(inactive) …  message.end(user, skills)        also one that is drained into a running turn
 *
 * A compaction stands before a request of a turn, or between turns; one that a person asked for while a turn runs waits for its end:
 *
 *   compaction.start~  compaction.end        older messages are replaced by a summary in what the model is sent, never in the log
 *   compaction.start~  compaction.fail       everything is as it was
 *
 * Pictures that a request may not hold are left out of it and of all that follow, and the model is told in the place of each. Stands before a request, or before a compaction:
 *
 *   pictures.omit  message.start~ …
 *
 * Results of a round that cannot be sent whole are sent shortened. Stands before the request that has them, and before a compaction:
 *
 *   tool.end(a)  tool.end(b)  results.shorten(b)  message.start~ …
 *
 * Work that goes on beside the conversation tells how it ended in the next message, or begins a turn with one when none runs:
 *
 *   tool.start(a)  work.start(w, call a)  tool.end(a) …  work.end(w) …  message.end(user, results w)             at the next round, or with a prompt
 *   turn.end(complete) …  work.end(w)  turn.start  message.end(user, results w, origin result)                    nobody prompted
 *   tool.start(a)  work.start(w, call a)  tool.end(a) …  tool.start(b)  work.known(w)  tool.end(b)                the model saw to it itself
 *   turn.end …  session.hold …  work.end(w) …  turn.start  message.end(user, results w, prompt)                   a person wants to go on first
 *
 * What has started and not ended when a log is opened is lost: work.end(w, lost) is written, and told with the next message.
 *
 * A child is a session of its own with this same order; its parent sees
 *
 *   tool.start(a)  child.start(c, call a)  child.update(c)~ …  child.end(c)  tool.end(a)                      the call waits for it
 *   tool.start(a)  child.start(c, call a)  tool.end(a) …  child.update(c)~ …  child.end(c)                    it goes on beside the conversation
 *
 * What a child asks a person is kept in the child's log. Its parent is only shown it, and keeps nothing but that nobody answered:
 *
 *   child: approval.start(x)  approval.time(x)~ …  approval.end(x)
 *   parent: child.update(c, question x)~  child.update(c, question x until)~ …  [notice]  child.update(c, question null)~
 *
 * A one-shot run is a session whose phases are sessions:
 *
 *   phase.start(plan)  phase.update(plan)~ …  phase.end(plan, done)  phase.start(implement) …
 *
 * Kept events are written to the session log, in this order, before anyone is shown them.
 */
import { z } from 'zod';
import { approvalDecisionSchema, approvalSchema, approvalSourceSchema } from './approvals.ts';
import { givenAttachmentsSchema, pictureSchema } from './attachments.ts';
import { childEvents, childUpdate } from './child-events.ts';
import { compactionCauseSchema, compactionEvents, compactionStageSchema } from './compaction-events.ts';
import { approvalIdSchema, callIdSchema, messageIdSchema, queueItemIdSchema, sessionIdSchema, turnIdSchema } from './ids.ts';
import { assistantMessageSchema, userMessageSchema } from './messages.ts';
import { pictureEvents } from './picture-events.ts';
import { resultEvents } from './result-events.ts';
import { stopReasonSchema } from './session.ts';
import { completionSchema, holdReasonSchema, sideWorkSchema, workIdSchema } from './side-work.ts';
import { skillBlockSchema } from './skills.ts';
import { spentSchema } from './spend.ts';
import { fileChangeSchema, toolDetailSchema } from './tool-detail.ts';
import { usageSchema } from './usage.ts';

const duration = z.number().nonnegative().describe('milliseconds');

/** `after` waits for the end of the turn; `now` joins the running turn at its next round. */
export const deliverySchema = z.enum(['now', 'after']);
export type Delivery = z.infer<typeof deliverySchema>;

export const queueItemSchema = z.object({
  id: queueItemIdSchema,
  text: z.string(),
  attachments: givenAttachmentsSchema.optional(),
  delivery: deliverySchema,
});
export type QueueItem = z.infer<typeof queueItemSchema>;

const noticeCodeSchema = z.enum([
  'repaired_log',
  'retry',
  'sandbox_off',
  'sandbox_unavailable',
  'loop_guard',
  'log_write_failed',
  'problem',
]);

/** Totals of the files a turn changed, without their patches. */
export const turnFileSchema = fileChangeSchema.omit({ patch: true });
export type TurnFile = z.infer<typeof turnFileSchema>;

/** Any text, so that a log is readable whatever it says; a session with a mode this build does not know opens read-only. Absent is `build`. */
const mode = z.string().optional();

const tokenCount = z.number().int().nonnegative();

const keptEvents = [
  z.object({
    type: z.literal('session.start'),
    session: sessionIdSchema,
    project: z.string(),
    title: z.string(),
    model: z.string(),
    mode,
    /** Of a child: the session that started it, and what type it is. */
    parent: sessionIdSchema.optional(),
    agent: z.string().optional(),
    /** The session this one was forked from; its entries up to the fork follow. */
    forkedFrom: sessionIdSchema.optional(),
    /** What providers know the conversation by; absent is the session's id. A fork keeps it, since the cached prefix is the same. */
    cacheKey: z.string().optional(),
  }),
  z.object({ type: z.literal('session.update'), title: z.string().optional(), model: z.string().optional(), mode }),
  /** From here on a person wants the skill to be in force, or no longer. */
  z.object({ type: z.literal('session.skill'), skill: skillBlockSchema }),
  /** The conversation goes on from before `turn`, if `chat`: what came after is hidden, never removed. `files` is the tree of the files as they were then. */
  z.object({ type: z.literal('session.rewind'), turn: turnIdSchema, chat: z.boolean(), files: z.string().optional() }),
  /** Takes back the last rewind; there is none any more once a turn has begun. */
  z.object({ type: z.literal('session.redo') }),
  z.object({ type: z.literal('queue.update'), items: z.array(queueItemSchema) }),
  z.object({ type: z.literal('turn.start'), turn: turnIdSchema, model: z.string() }),
  z.object({
    type: z.literal('turn.end'),
    turn: turnIdSchema,
    stop: stopReasonSchema,
    /** Said to the person when the stop needs a word; a plain `complete` has none. */
    message: z.string().optional(),
    hint: z.string().optional(),
    rounds: z.number().int().nonnegative(),
    usage: usageSchema,
    duration,
    files: z.array(turnFileSchema),
    /** What all requests since its start cost, those of children and compactions that ended meanwhile among them; absent in old logs. */
    spent: spentSchema.optional(),
    /** After a usage limit: when the session goes on by itself, in milliseconds since the epoch. */
    resumesAt: z.number().optional(),
  }),
  /** A person wants the session to stay stopped after the reset too. */
  z.object({ type: z.literal('pause.cancel') }),
  z.object({
    type: z.literal('message.end'),
    message: z.discriminatedUnion('role', [userMessageSchema, assistantMessageSchema]),
    /** Of an answer: what its request cost, in 1e-9 US dollars; absent when no price is known. */
    cost: tokenCount.optional(),
  }),
  /** A request that counts, and of which no message is left: an attempt that was tried again, or an answer without a word. */
  z.object({ type: z.literal('request.lost'), usage: usageSchema.optional(), cost: tokenCount.optional() }),
  /** What stands before was copied from another session, which asked and paid for it. */
  z.object({ type: z.literal('session.copied') }),
  z.object({ type: z.literal('tool.start'), call: callIdSchema, name: z.string() }),
  z.object({
    type: z.literal('tool.end'),
    call: callIdSchema,
    name: z.string(),
    /** What the model is told. */
    text: z.string(),
    isError: z.boolean(),
    /** What the model is shown beside the text. */
    pictures: z.array(pictureSchema).optional(),
    detail: toolDetailSchema.optional(),
    duration,
  }),
  z.object({ type: z.literal('approval.start'), approval: approvalSchema }),
  z.object({
    type: z.literal('approval.end'),
    approval: approvalIdSchema,
    decision: approvalDecisionSchema,
    source: approvalSourceSchema,
    /** The rule that answered, or that the answer made. */
    rule: z.object({ id: z.string(), pattern: z.string() }).optional(),
    /** With source `rule`: the question, which nobody was shown. */
    question: approvalSchema.optional(),
  }),
  ...childEvents,
  z.object({ type: z.literal('work.start'), work: sideWorkSchema }),
  /** The model is not told yet. */
  z.object({ type: z.literal('work.end'), completion: completionSchema }),
  /** The model has learned otherwise that it ended, or ended it: it is never told. */
  z.object({ type: z.literal('work.known'), work: workIdSchema }),
  /** Results wait for a person to go on. A turn that starts ends that; so does every turn that does not end by itself begin it, without this event. */
  z.object({ type: z.literal('session.hold'), reason: holdReasonSchema }),
  z.object({ type: z.literal('phase.start'), phase: z.string(), session: sessionIdSchema }),
  z.object({
    type: z.literal('phase.end'),
    phase: z.string(),
    state: z.enum(['done', 'failed', 'skipped']),
    message: z.string().optional(),
  }),
  ...compactionEvents,
  ...pictureEvents,
  ...resultEvents,
  /** A pinned message is never summarised. */
  z.object({ type: z.literal('message.pin'), message: messageIdSchema, pinned: z.boolean() }),
  z.object({
    type: z.literal('notice'),
    level: z.enum(['info', 'warning', 'error']),
    code: noticeCodeSchema,
    message: z.string(),
    hint: z.string().optional(),
  }),
] as const;

const liveEvents = [
  z.object({ type: z.literal('session.end') }),
  z.object({ type: z.literal('message.start'), message: messageIdSchema, model: z.string() }),
  z.object({
    type: z.literal('message.update'),
    message: messageIdSchema,
    kind: z.enum(['text', 'thinking', 'tool_call']),
    /** For `tool_call`: the name of the tool being called, with the argument text in `text`. */
    name: z.string().optional(),
    text: z.string(),
  }),
  /** Everything shown of this message so far is withdrawn. */
  z.object({ type: z.literal('message.reset'), message: messageIdSchema }),
  /** More output of a running tool, in order. */
  z.object({ type: z.literal('tool.update'), call: callIdSchema, text: z.string() }),
  /** When the question is denied unless somebody answers, in milliseconds since the epoch. Said when it begins to wait and each time that begins anew. */
  z.object({ type: z.literal('approval.time'), approval: approvalIdSchema, until: z.number() }),
  /** Said again when it gets on: one that `waits` for the end of the turn begins, one that did not make enough room goes on to the next stage. */
  z.object({ type: z.literal('compaction.start'), cause: compactionCauseSchema, stage: compactionStageSchema, waits: z.boolean() }),
  childUpdate,
  z.object({ type: z.literal('phase.update'), phase: z.string(), operation: z.string() }),
] as const;

export const keptEventSchema = z.discriminatedUnion('type', [...keptEvents]);
export type KeptEvent = z.infer<typeof keptEventSchema>;

export const liveEventSchema = z.discriminatedUnion('type', [...liveEvents]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

export type SessionEvent = KeptEvent | LiveEvent;

const LIVE_TYPES: ReadonlySet<string> = new Set(liveEventSchema.options.map((option) => option.shape.type.value));

/** Whether the event is only shown, never written to the log. */
export function isLive(event: SessionEvent): event is LiveEvent {
  return LIVE_TYPES.has(event.type);
}

/**
 * An event on its way to whoever watches. `seq` counts every event of the session since this process opened it, without gaps;
 * `time` is milliseconds since the epoch, for kept events the time in the log.
 */
export interface Envelope {
  readonly session: string;
  readonly seq: number;
  readonly time: number;
  readonly event: SessionEvent;
}

/** A kept event with the time it was written, as the fold takes it. */
export interface Stamped {
  readonly time: number;
  readonly event: SessionEvent;
}
