import { grouped } from '../../shared/grouped.ts';
import type { Completion, SideWork } from '../../shared/side-work.ts';
import type { ChildOrder, ChildResult } from './child-result.ts';

/** How a child is named to the model. */
function shortId(child: string): string {
  return child.slice(0, 8);
}

/** A child as the conversation of its parent waits for it. */
export function sideWorkOf(order: ChildOrder): SideWork {
  const { child, agent, task, call } = order;
  const lost = `Steiner or this session was closed while this ${agent} child ran. Its log is kept and can be opened; nothing goes on by itself. Start a new child if its answer is still needed.`;
  return { id: shortId(child), kind: 'child', title: task, call, awaited: true, lost };
}

/** What the parent's model is told when a child has ended, in a message of its own. */
export function completionOf(result: ChildResult): Completion {
  const { child, task, call, status, output, duration } = result;
  return { id: shortId(child), kind: 'child', title: task, call, status, facts: [...factsOf(result)], text: output, duration };
}

function factsOf({ group, reason, ...result }: ChildResult): readonly string[] {
  const took = tookOf(result);
  return [
    `Type: ${result.agent}`,
    ...(group === undefined ? [] : [`Group: ${group}`]),
    ...(took === '' ? [] : [`Took: ${took}`]),
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
  ];
}

/** Empty for a child that asked no model. A provider that does not count tokens says nothing of them. */
function tookOf({ rounds, usage, duration }: Pick<ChildResult, 'rounds' | 'usage' | 'duration'>): string {
  if (rounds === 0) return '';
  const requests = `${rounds} ${rounds === 1 ? 'request' : 'requests'}`;
  const seconds = Math.round(duration / 1_000);
  const tokens = usage.output === 0 ? [] : [`${grouped(usage.output)} tokens written`];
  return [requests, ...tokens, seconds === 0 ? 'less than a second' : `${seconds} s`].join(', ');
}

/** The result of a call that waited for its child: what the child said, and before it how it ended when that was not well. */
export function answerOf({ child, agent, status, reason, output }: ChildResult): string {
  const said = output === '' ? 'It said nothing.' : output;
  if (status === 'done') return said;
  return `[child ${shortId(child)} (${agent}): ${status}. ${reason ?? ''}]\n${said}`;
}

/** What the call is answered with when the result comes later. */
export function acknowledgement(order: ChildOrder, waiting: boolean): string {
  const state = waiting ? 'waits for a free place' : 'runs';
  return `Child ${shortId(order.child)} (${order.agent}) ${state}. Its result comes by itself in a later message. Do not wait for it with a command and do not do its work meanwhile: go on with what does not depend on it, or end your turn.`;
}
