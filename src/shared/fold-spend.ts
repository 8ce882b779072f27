import type { SessionEvent } from './events.ts';
import { addSpend, NO_SPEND, type Spend, type Spent, spendOf, unpriced } from './spend.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/** What requests of a session cost, once an event is counted. Of a log that is older than the prices in it, every request is one of unknown price. */
export function spentAfter(spent: Spent, event: SessionEvent): Spent {
  switch (event.type) {
    case 'message.end':
      return event.message.role === 'assistant' ? counted(spent, 'own', spendOf(event.cost)) : spent;
    case 'request.lost':
      return counted(spent, 'own', spendOf(event.cost));
    case 'compaction.end':
    case 'compaction.fail':
      return counted(spent, 'compactions', event.spend ?? unpriced(event.usage ? 1 : 0));
    case 'child.end':
      return counted(spent, 'children', childSpend(event));
    default:
      return spent;
  }
}

/** The same, of the session itself: what another session paid for is not counted. */
export function sessionSpentAfter(spent: Spent, event: SessionEvent): Spent {
  return event.type === 'session.copied' ? {} : spentAfter(spent, event);
}

/** The same, since the newest turn began. */
export function turnSpentAfter(spent: Spent, event: SessionEvent): Spent {
  return event.type === 'turn.start' ? {} : spentAfter(spent, event);
}

/** What a child cost in all. */
export function childSpend({ spend, rounds, cost }: Pick<EventOf<'child.end'>, 'spend' | 'rounds' | 'cost'>): Spend {
  if (spend) return spend;
  const requests = rounds ?? 1;
  return cost === undefined ? unpriced(requests) : { requests, cost, unpriced: 0 };
}

function counted(spent: Spent, who: keyof Spent, spend: Spend): Spent {
  return spend.requests === 0 ? spent : { ...spent, [who]: addSpend(spent[who] ?? NO_SPEND, spend) };
}

/** What is known so far of children that have not ended. */
export type RunningSpend = Readonly<Record<string, Spend>>;

export function runningAfter(running: RunningSpend, event: SessionEvent): RunningSpend {
  if (event.type === 'child.update' && event.spend) return { ...running, [event.child]: event.spend };
  if (event.type !== 'child.end' || !(event.child in running)) return running;
  const { [event.child]: _, ...others } = running;
  return others;
}

/** With what the children that still run have cost until now. */
export function withRunning(spent: Spent, running: RunningSpend): Spent {
  return Object.values(running).reduce<Spent>((sum, spend) => counted(sum, 'children', spend), spent);
}
