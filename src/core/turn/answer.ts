import type { AssistantMessage, ModelStop } from '../../shared/messages.ts';
import { toolCalls } from '../../shared/messages.ts';
import { sentence } from '../../shared/sentence.ts';
import { addUsage, NO_USAGE, type Usage } from '../../shared/usage.ts';
import type { Bill, ModelRequest, StreamEnd, StreamEvent } from '../providers/provider.ts';
import { newMessageId, type TurnDeps } from './turn.ts';

/** One answered (or failed) model request. `message` is absent when the model said nothing at all. */
export interface Answer {
  readonly end: StreamEnd;
  /** Everything the provider counted, attempts that were tried again included. */
  readonly spent: Usage;
  readonly message?: AssistantMessage;
}

/**
 * Asks the model once and shows the answer as it comes.
 *
 * Contract: emits `message.end` exactly when it returns a message; tool calls are only in it when they are complete.
 */
export async function askModel(deps: TurnDeps, request: ModelRequest): Promise<Answer> {
  const id = newMessageId(deps.ids);
  const model = `${deps.model.info.provider}/${deps.model.info.id}`;
  let shown = false;
  let end: StreamEnd | undefined;
  let spent = NO_USAGE;
  for await (const event of deps.model.stream(request)) {
    if ((event.type === 'end' || event.type === 'retry') && event.usage) spent = addUsage(spent, event.usage);
    if (event.type === 'retry') lose(deps, event);
    if (event.type === 'end') {
      end = event;
      break;
    }
    if (event.type === 'delta' && !shown) {
      shown = true;
      deps.emit({ type: 'message.start', message: id, model });
    }
    show(deps, id, event);
  }
  if (!end) throw new Error('the model stream ended without its last event');
  const message: AssistantMessage = { role: 'assistant', id, model, ...content(end) };
  if (message.blocks.length === 0) {
    if (shown) deps.emit({ type: 'message.reset', message: id });
    lose(deps, end);
    return { end, spent };
  }
  deps.emit({ type: 'message.end', message, ...costOf(billed(deps.model, end)) });
  return { end, spent, message };
}

/** A request that counts and leaves no message. */
function lose(deps: TurnDeps, { usage, bill }: Pick<StreamEnd, 'usage' | 'bill'>): void {
  if (bill) deps.emit({ type: 'request.lost', ...(usage ? { usage } : {}), ...costOf(bill) });
}

/** A script costs nothing. */
function billed({ info }: TurnDeps['model'], { bill }: StreamEnd): Bill | undefined {
  return info.scripted ? { cost: 0 } : bill;
}

function costOf(bill: Bill | undefined): { readonly cost?: number } {
  return bill?.cost === undefined ? {} : { cost: bill.cost };
}

function show(deps: TurnDeps, message: AssistantMessage['id'], event: Exclude<StreamEvent, StreamEnd>): void {
  switch (event.type) {
    case 'delta':
      deps.emit({
        type: 'message.update',
        message,
        kind: event.kind,
        text: event.text,
        ...(event.kind === 'tool_call' ? { name: event.name } : {}),
      });
      return;
    case 'note':
      deps.emit({ type: 'notice', level: 'warning', code: 'problem', message: event.message, hint: event.hint });
      return;
    case 'reset':
      deps.emit({ type: 'message.reset', message });
      return;
    case 'retry':
      deps.emit({ type: 'notice', level: 'warning', code: 'retry', message: retryText(event) });
      return;
  }
}

function retryText(event: Extract<StreamEvent, { type: 'retry' }>): string {
  const wait = event.delay < 1_000 ? `${Math.round(event.delay)} ms` : `${(event.delay / 1_000).toFixed(1)} s`;
  return `${sentence(event.reason)} Trying again in ${wait} (attempt ${event.attempt} of ${event.maxAttempts}).`;
}

function content(end: StreamEnd): Pick<AssistantMessage, 'blocks' | 'stop' | 'usage' | 'replay'> {
  const whole = end.stop === 'tool_calls';
  return {
    blocks: end.blocks.filter((block) => (block.type === 'tool_call' ? whole : block.text !== '')),
    stop: modelStop(end),
    ...(end.usage ? { usage: end.usage } : {}),
    ...(end.replay ? { replay: { ...end.replay } } : {}),
  };
}

function modelStop(end: StreamEnd): ModelStop {
  switch (end.stop) {
    case 'error':
    case 'usage_limit':
      return 'cut';
    case 'complete':
    case 'tool_calls':
    case 'max_tokens':
    case 'refusal':
    case 'cancelled':
      return end.stop;
  }
}

export function callsOf(answer: Answer): ReturnType<typeof toolCalls> {
  return answer.message ? toolCalls(answer.message) : [];
}
