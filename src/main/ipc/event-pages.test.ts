import { expect, it } from 'vitest';
import type { Stamped } from '../../shared/events.ts';
import { sessionIdSchema } from '../../shared/ids.ts';
import { ok } from '../../shared/result.ts';
import { newestPage, pageBefore } from './event-pages.ts';

function events(count: number, letters: number): readonly Stamped[] {
  const message = 'x'.repeat(letters);
  return Array.from({ length: count }, (_, time) => ({ time, event: { type: 'notice', level: 'info', code: 'problem', message } }));
}

function snapshot(of: readonly Stamped[]) {
  const id = sessionIdSchema.parse('a'.repeat(32));
  return { summary: { id, title: '', model: '', createdAt: 0, updatedAt: 0, turns: 0, readOnly: false }, events: of, seq: 7 };
}

it('a short session is one page', () => {
  const short = snapshot(events(3, 10));
  expect(newestPage(ok(short))).toEqual(ok({ ...short, before: 0 }));
});

it.each([
  ['many small events', events(5_000, 100)],
  ['some larger than a page', events(5, 300_000)],
])('pages from the end give every event once, in order: %s', (_name, all) => {
  const first = newestPage(ok(snapshot(all)));
  if (!first.ok) throw new Error('no page');
  const pages = [first.value.events];
  for (let before = first.value.before ?? 0; before > 0; ) {
    const page = pageBefore(all, before);
    pages.unshift(page.events);
    before = page.before;
  }
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.flat()).toEqual(all);
});
