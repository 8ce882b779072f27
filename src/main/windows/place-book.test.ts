import { expect, it } from 'vitest';
import { PlaceBook } from './place-book.ts';

const place = { x: 10, y: 20, width: 900, height: 700, maximized: false };

it('gives back the place of a key', () => {
  const book = new PlaceBook({ store: {} });
  book.keep('/a', place);
  book.keep('/b', { ...place, width: 1_000 });
  expect([book.find('/a'), book.find('/b')]).toEqual([place, { ...place, width: 1_000 }]);
});

it('gives a new key the size of the latest window, not its spot', () => {
  const book = new PlaceBook({ store: {} });
  const first = book.find('/a');
  book.keep('/a', place);
  expect([first, book.find('/b')]).toEqual([
    { width: 1_280, height: 840, maximized: false },
    { width: 900, height: 700, maximized: false },
  ]);
});

it('leaves out what is not valid any more', () => {
  const book = new PlaceBook({ store: { places: [{ key: '/a', place: { ...place, width: 0 } }, 7, { key: '/b', place }] } });
  expect([book.find('/a'), book.find('/b')]).toEqual([{ width: 900, height: 700, maximized: false }, place]);
});

it('remembers fifty windows', () => {
  const storage: { store: Record<string, unknown> } = { store: {} };
  const book = new PlaceBook(storage);
  for (let i = 0; i < 60; i += 1) book.keep(`/${i}`, place);
  expect((storage.store.places as { key: string }[]).map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, i) => `/${59 - i}`));
});
