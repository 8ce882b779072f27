import type { CallId } from '../../../shared/ids.ts';
import type { AssistantBlock, ToolCallBlock } from '../../../shared/messages.ts';
import type { Clock, Ids } from '../../lib/ports.ts';
import type { Model, ModelRequest, StreamEvent } from '../provider.ts';
import type { DemoReply } from './reply.ts';
import { summaryReply } from './small-stories.ts';
import { nextReply } from './stories.ts';

export const DEMO_PROVIDER = 'demo';
export const DEMO_MODEL_ID = 'fix-the-test';
export const DEMO_REF = `${DEMO_PROVIDER}/${DEMO_MODEL_ID}`;

/** Milliseconds between two pieces: about as fast as a quick model writes. */
const PACE = 16;
const PIECE = /[\s\S]{1,14}(?:\s|$)|[\s\S]{1,14}/g;

/** A script that drives real tools through the bundled sample project. It never asks the network, and says that it is a script. */
export function createDemoModel(clock: Clock, ids: Ids): Model {
  return {
    info: { provider: DEMO_PROVIDER, id: DEMO_MODEL_ID, scripted: true },
    stream: (request) =>
      play({ reply: request.purpose === 'compaction' ? summaryReply() : nextReply(request.messages), request, clock, ids }),
  };
}

interface Play {
  readonly reply: DemoReply;
  readonly request: ModelRequest;
  readonly clock: Clock;
  readonly ids: Ids;
}

async function* play({ reply, request, clock, ids }: Play): AsyncGenerator<StreamEvent, void> {
  const { signal } = request;
  let shown = '';
  for (const text of reply.text.match(PIECE) ?? []) {
    await clock.sleep(PACE, signal);
    if (signal.aborted) return yield { type: 'end', stop: 'cancelled', blocks: textBlocks(shown) };
    shown += text;
    yield { type: 'delta', kind: 'text', text };
  }
  const calls = reply.calls.map((call): ToolCallBlock => {
    const id = `call_${ids.hex(8)}` as CallId;
    return { type: 'tool_call', id, name: call.name, arguments: JSON.stringify(call.arguments) };
  });
  for (const call of calls) {
    await clock.sleep(PACE, signal);
    if (signal.aborted) return yield { type: 'end', stop: 'cancelled', blocks: textBlocks(shown) };
    yield { type: 'delta', kind: 'tool_call', name: call.name, text: call.arguments };
  }
  yield { type: 'end', stop: calls.length > 0 ? 'tool_calls' : 'complete', blocks: [...textBlocks(shown), ...calls] };
}

function textBlocks(text: string): AssistantBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
