import type { ChildQuestion } from './child-events.ts';
import type { SessionEvent } from './events.ts';
import { type Draft, push, replace } from './fold-draft.ts';
import { childSpend } from './fold-spend.ts';
import type { AskingChild, ChildItem } from './fold-types.ts';
import { addUsage } from './usage.ts';
import { workStatusOf } from './work-status.ts';

type ChildEvent = Extract<SessionEvent, { type: 'child.start' | 'child.update' | 'child.end' }>;

/** A child as its parent sees it. What it used counts in the parent's totals once it has ended. */
export function foldChild(draft: Draft, event: ChildEvent, time: number): Draft {
  switch (event.type) {
    case 'child.start': {
      const { type: _, child, ...about } = event;
      return push(draft, { kind: 'child', id: child, time, ...about, state: 'running' });
    }
    case 'child.update': {
      const { type: _, child, state, question, ...news } = event;
      const next = change(draft, child, (item) => (item.stop === undefined ? { ...item, ...news, state: state ?? item.state } : item));
      return question === undefined ? next : { ...next, asked: askedAfter(next, child, question) };
    }
    case 'child.end': {
      const { type: _, child, status, spend: __, cost: ___, ...about } = event;
      const end = { ...about, spend: childSpend(event), state: status ?? workStatusOf(event.stop) };
      const next = change(draft, child, (item) => ended(item, end));
      return { ...next, asked: askedAfter(next, child, null), usage: addUsage(next.usage, event.usage) };
    }
  }
}

/** A question keeps its place when only its time changes. */
function askedAfter({ asked }: Draft, child: string, question: ChildQuestion | null): Draft['asked'] {
  if (question === null) return asked.some((one) => one.child === child) ? asked.filter((one) => one.child !== child) : asked;
  const now = { child, ...question };
  const same = (one: AskingChild) => one.child === child && one.approval.id === question.approval.id;
  if (asked.some(same)) return asked.map((one) => (same(one) ? now : one));
  return [...asked.filter((one) => one.child !== child), now];
}

function change(draft: Draft, child: string, to: (item: ChildItem) => ChildItem): Draft {
  return replace(draft, child, (item) => (item.kind === 'child' ? to(item) : item));
}

function ended({ operation: _, ...item }: ChildItem, end: Pick<ChildItem, 'state'> & Partial<ChildItem>): ChildItem {
  return { ...item, ...end };
}
