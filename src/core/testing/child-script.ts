import type { RecordedRequest, Reply, ScriptedCall } from './model-script.ts';

/** A request of a child: what it is to do, and how many requests it has made before. */
export interface ChildRequest {
  readonly task: string;
  readonly round: number;
  readonly request: RecordedRequest;
}

/** Replies in order to the session that a person talks to, and what each child is answered. */
export function childScript(
  parent: readonly Reply[],
  child: (asked: ChildRequest) => Reply | Promise<Reply>,
): (request: RecordedRequest) => Reply | Promise<Reply> {
  let next = 0;
  return (request) => {
    const asked = childRequest(request);
    if (asked) return child(asked);
    const reply = parent[next];
    next += 1;
    return reply ?? { status: 400, body: { error: { message: 'the script has run out' } } };
  };
}

/** Undefined of a request that is not a child's. */
export function childRequest(request: RecordedRequest): ChildRequest | undefined {
  const { messages } = request.body;
  if (!String(messages[0]?.content).startsWith('You are a child session of Steiner')) return undefined;
  const task = messages.map(({ content }) => /# Objective\n(.+)/.exec(String(content))?.[1]).find((found) => found !== undefined);
  return { task: task ?? '', round: messages.filter(({ role }) => role === 'assistant').length, request };
}

/** A call that starts a child. */
export function subAgent(type: string, objective: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall {
  const brief = { objective, context: 'In this project.', deliverable: 'One line.', constraints: [], success_criteria: [], checks: [] };
  return { name: 'sub_agent', arguments: { type, ...brief, ...more } };
}
