import type { Completion, SideWork } from '../../../shared/side-work.ts';
import { withoutBinary } from '../hygiene.ts';
import { putRight } from '../put-right.ts';
import { lastUnits } from '../runes.ts';
import type { ToolContext } from '../tool.ts';
import { type BackgroundJob, describeState } from './background-job.ts';

/** Of its output, characters that the model is told; the rest is in the file. */
const TOLD = 4_000;

/** A command as what goes on beside the conversation. */
export function workOf(job: BackgroundJob, awaited: boolean, { callId, display }: ToolContext): SideWork {
  const { id, command, path } = job;
  const lost = `It ended when the session was closed or Steiner stopped. It may have done part of its work; what it printed until then is in ${display(path)}.`;
  return { id, kind: 'command', title: oneLine(command), call: callId, awaited, lost };
}

/** How a command ended that the model neither saw the end of nor ended. */
export function completionOf(job: BackgroundJob, { callId, display, hygiene }: ToolContext): Completion {
  const { id, command, path, tail, state } = job;
  const clean = (text: string) => hygiene.outcome({ text, isError: false }).text;
  const text = withoutBinary(lastUnits(tail, TOLD).replace(/\n$/, ''));
  const cut = job.size > Buffer.byteLength(text) + 1;
  const kept = `${cut ? `The end of its output follows; all ${job.size} bytes are in` : 'Its output is also in'} ${display(path)}, which bash_output and read can page.`;
  return {
    ...{ id, kind: 'command', title: clean(oneLine(command)), call: callId },
    status: statusOf(job),
    facts: [describeState(job), kept, ...job.denials, ...job.removed.map((removed) => putRight(display(removed)))].map(clean),
    text: clean(text),
    ...(state.type === 'killed' ? { quiet: true } : {}),
  };
}

function statusOf({ state }: BackgroundJob): Completion['status'] {
  if (state.type !== 'ended') return 'cancelled';
  return state.exitCode === 0 ? 'done' : 'failed';
}

function oneLine(command: string): string {
  return command.replace(/\s+/g, ' ').trim();
}
