import type { SessionEvent } from '../shared/events.ts';
import { childSpend } from '../shared/fold-spend.ts';
import { spendWords } from '../shared/spend.ts';
import { workStatusOf } from '../shared/work-status.ts';
import { formatCount, formatDuration, formatMoney } from './format.ts';
import { harmless, oneLine, type Style } from './style.ts';

type ChildEvent = Extract<SessionEvent, { type: 'child.start' | 'child.update' | 'child.end' }>;

/** What is printed of a child: where it stands, for the line that is written over, or how it ended. */
export interface ChildPrint {
  readonly kind: 'status' | 'end';
  readonly text: string;
}

/** Follows the children of one session. */
export class ChildLines {
  readonly #titles = new Map<string, string>();
  readonly #calls = new Set<string>();

  /** Whether the call started a child: its line says it all. */
  started(call: string): boolean {
    return this.#calls.has(call);
  }

  print(event: ChildEvent, style: Style): ChildPrint | undefined {
    if (event.type === 'child.start') {
      this.#titles.set(event.child, `${harmless(event.agent)}: ${oneLine(event.task, TASK)}`);
      this.#calls.add(event.call);
    }
    const title = this.#titles.get(event.child) ?? 'child';
    switch (event.type) {
      case 'child.start':
        return { kind: 'status', text: `${title} …` };
      case 'child.update': {
        const doing = event.operation ?? (event.state === 'queued' ? 'waits for a free place' : undefined);
        return doing === undefined ? undefined : { kind: 'status', text: `${title} … ${oneLine(doing, TASK)}` };
      }
      case 'child.end':
        return { kind: 'end', text: `• ${title} … ${outcome(event, style)}` };
    }
  }
}

const TASK = 72;
const REASON = 160;

function outcome(
  { status, stop, reason, rounds, duration, spend, cost }: Extract<ChildEvent, { type: 'child.end' }>,
  style: Style,
): string {
  const ended = status ?? workStatusOf(stop);
  const word = ended === 'done' ? 'done' : style.failed(reason === undefined ? ended : `${ended}: ${oneLine(reason, REASON)}`);
  const paid = spendWords(childSpend({ spend, rounds, cost }), formatMoney);
  const took = [
    ...(rounds === undefined ? [] : [formatCount(rounds, 'request')]),
    ...(paid === undefined ? [] : [paid]),
    formatDuration(duration),
  ];
  return `${word} ${style.dim(took.join(' · '))}`;
}
