import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { trimmed } from '../../shared/fold-trim.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import { generationsOf } from '../../shared/generations.ts';
import type { RequestInput } from '../../shared/ipc.ts';
import type { ItemPage, TurnEdit } from '../../shared/item-page.ts';
import { itemText } from '../../shared/item-text.ts';

interface Logged {
  readonly events: readonly Stamped[];
  readonly page?: number;
}

/** What the session of a scene is opened with. */
export function endOf({ events, page = events.length }: Logged): { readonly base?: SessionView; readonly events: readonly Stamped[] } {
  const cut = Math.max(0, events.length - page);
  if (cut === 0) return { events };
  const before = fold(emptyView(), events.slice(0, cut));
  return { base: trimmed(before, before.items.length), events: events.slice(cut) };
}

/** What a host answers about the rest of it. */
export function transcriptAnswers({ events, page = 100 }: Logged) {
  const whole = () => fold(emptyView(), events);
  return {
    'sessions.items': ({ at }: RequestInput<'sessions.items'>): ItemPage => {
      const { items, starts } = whole();
      const first = Math.floor(Math.min(at, items.length - 1) / page) * page;
      const isIn = ({ item }: { readonly item: number }) => item >= first && item < first + page;
      return { first, items: items.slice(first, first + page), starts: starts.filter(isIn), total: items.length };
    },
    'sessions.find': ({ query }: RequestInput<'sessions.find'>) =>
      whole().items.flatMap((item, at) => (itemText(item).toLowerCase().includes(query.toLowerCase()) ? [{ item: item.id, at }] : [])),
    'sessions.locate': ({ item }: RequestInput<'sessions.locate'>) => {
      const at = whole().items.findLastIndex(({ id }) => id === item);
      return at === -1 ? null : at;
    },
    'sessions.edits': () =>
      whole().items.flatMap((item, at): readonly TurnEdit[] =>
        item.kind === 'tool' && item.detail?.kind === 'mutate' ? [{ item, at }] : [],
      ),
    'sessions.generations': () => generationsOf(whole().items),
  };
}
