import type { Attachment } from '../../shared/attachments.ts';
import type { KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import { approvalIdSchema, callIdSchema, messageIdSchema, queueItemIdSchema, turnIdSchema } from '../../shared/ids.ts';
import type { AssistantBlock } from '../../shared/messages.ts';
import type { StopReason } from '../../shared/session.ts';
import type { FileChange, ToolDetail } from '../../shared/tool-detail.ts';
import { sessionId } from './fixtures.ts';

const MODEL = 'openrouter/qwen/qwen3-coder';

export interface CallSketch {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly detail?: ToolDetail;
  readonly text?: string;
  readonly failed?: boolean;
  readonly ms?: number;
}

/** Events of a session, written down one by one. Each call of a builder gives what the engine would log for it. */
export const story = {
  begin: (model = MODEL): SessionEvent => ({
    type: 'session.start',
    session: sessionId(1),
    project: '/home/ana/src/harbour',
    title: 'Berth overlap test fails on the first of the month',
    model: model === MODEL ? 'main' : model,
  }),
  turn: (turn: string): SessionEvent => ({ type: 'turn.start', turn: turnIdSchema.parse(turn), model: MODEL }),
  user: (id: string, text: string, origin: 'prompt' | 'steer' | 'notice' = 'prompt'): SessionEvent => ({
    type: 'message.end',
    message: { role: 'user', id: messageIdSchema.parse(id), origin, text },
  }),
  gives: (id: string, text: string, attachments: readonly Attachment[]): SessionEvent => ({
    type: 'message.end',
    message: { role: 'user', id: messageIdSchema.parse(id), origin: 'prompt', text, attachments: [...attachments] },
  }),
  says,
  ends,
  runs: (call: CallSketch): SessionEvent => ({ type: 'tool.start', call: callIdSchema.parse(call.id), name: call.name }),
  prints: (call: CallSketch, text: string): SessionEvent => ({ type: 'tool.update', call: callIdSchema.parse(call.id), text }),
  closes,
  asks,
  waits: (call: CallSketch, until: number): SessionEvent => ({
    type: 'approval.time',
    approval: approvalIdSchema.parse(`a-${call.id}`),
    until,
  }),
  queues: (texts: readonly string[]): SessionEvent => ({
    type: 'queue.update',
    items: texts.map((text, index) => ({ id: queueItemIdSchema.parse(`q${index}`), text, delivery: index === 0 ? 'now' : 'after' })),
  }),
};

function says(id: string, blocks: readonly AssistantBlock[], calls: readonly CallSketch[] = []): SessionEvent {
  const callBlocks = calls.map((call) => ({
    type: 'tool_call' as const,
    id: callIdSchema.parse(call.id),
    name: call.name,
    arguments: JSON.stringify(call.input),
  }));
  return {
    type: 'message.end',
    message: {
      role: 'assistant',
      id: messageIdSchema.parse(id),
      model: MODEL,
      blocks: [...blocks, ...callBlocks],
      stop: calls.length > 0 ? 'tool_calls' : 'complete',
      usage: { input: 38_412, output: 512, cacheRead: 34_100, cacheWrite: 0 },
    },
    cost: 8_957_000,
  };
}

function closes(call: CallSketch): KeptEvent {
  return {
    type: 'tool.end',
    call: callIdSchema.parse(call.id),
    name: call.name,
    text: call.text ?? 'done',
    isError: call.failed ?? false,
    ...(call.detail === undefined ? {} : { detail: call.detail }),
    duration: call.ms ?? 24,
  };
}

function asks(call: CallSketch, subject: string): SessionEvent {
  return {
    type: 'approval.start',
    approval: {
      id: approvalIdSchema.parse(`a-${call.id}`),
      callId: callIdSchema.parse(call.id),
      kind: 'path',
      tool: call.name,
      subject,
      access: 'write',
      reason: 'The path lies outside the project folder.',
      preview: 'create /home/ana/.config/harbour/local.toml\n  3 lines',
      permanent: 'To allow it for good, add the folder to sandbox.writable in the project config.',
    },
  };
}

function ends(turn: string, stop: StopReason, files: readonly FileChange[] = [], words?: { message: string; hint: string }): SessionEvent {
  return {
    type: 'turn.end',
    turn: turnIdSchema.parse(turn),
    stop,
    ...words,
    rounds: 4,
    usage: { input: 148_203, output: 2_114, cacheRead: 131_000, cacheWrite: 0 },
    duration: 74_300,
    spent: { own: { requests: 4, cost: 35_828_000, unpriced: 0 } },
    files: files.map(({ patch: _, ...file }) => file),
  };
}

/** Puts the events a second apart, the last one just now. */
export function timed(events: readonly SessionEvent[]): readonly Stamped[] {
  const now = Date.now();
  return events.map((event, index) => ({ time: now - (events.length - index) * 1_000, event }));
}
