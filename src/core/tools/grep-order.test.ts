import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrepCollector, matchesIn, pathOfBegin } from './grep-collect.ts';
import { InPathOrder } from './grep-order.ts';
import { byKey, pathKey } from './path-order.ts';

interface Shape {
  readonly path: string;
  /** For each line how many adjoining matches begin with it, a line each; context lines stand between. */
  readonly lines: readonly number[];
}

function blockOf({ path, lines }: Shape): readonly string[] {
  const data = { path: { text: path } };
  let next = 1;
  const events = lines.map((matches) => {
    const starts = Array.from({ length: matches }, (_, index) => ({ start: 2 * index }));
    const shown = { lines: { text: 'x\n'.repeat(Math.max(1, matches)) }, line_number: next, submatches: starts };
    next += Math.max(1, matches);
    return { type: matches > 0 ? 'match' : 'context', data: { ...data, ...shown } };
  });
  return [{ type: 'begin', data }, ...events, { type: 'end', data }].map((event) => JSON.stringify(event));
}

const name = fc.constantFrom('a', 'b', 'a.txt', 'a-b', 'z', 'é');
const shape = fc.record({
  path: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  lines: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 30 }).filter((lines) => lines.some((matches) => matches > 0)),
});
const files = fc.uniqueArray(shape, { selector: ({ path }) => path, maxLength: 12 });

test('whatever order files are found in, the page is the one of the sorted search', () => {
  const page = fc.record({
    offset: fc.nat({ max: 40 }),
    limit: fc.integer({ min: 1, max: 20 }),
    before: fc.nat({ max: 2 }),
    after: fc.nat({ max: 2 }),
    room: fc.integer({ min: 1, max: 60 }),
  });
  const bytesOf = () => 3;
  fc.assert(
    fc.property(files, page, (found, asked) => {
      const options = { ...asked, bytesOf, countOf: matchesIn };
      const sorted = new GrepCollector(options);
      for (const file of found.toSorted((a, b) => byKey({ key: pathKey(a.path) }, { key: pathKey(b.path) }))) {
        for (const line of blockOf(file)) sorted.take(line);
      }
      const order = new InPathOrder({
        wanted: options.offset + options.limit,
        after: options.after,
        slack: 0,
        pathOf: pathOfBegin,
        countOf: matchesIn,
      });
      for (const line of found.flatMap(blockOf)) if (!order.pass(Buffer.from(`\n${line}`), 1)) order.take(line);
      const collected = new GrepCollector(options);
      for (const line of order.lines()) collected.take(line);
      expect(collected.files).toEqual(sorted.files);
      expect(collected.matches + order.uncounted.matches).toBe(sorted.matches);
      expect(collected.fileCount + order.uncounted.files).toBe(sorted.fileCount);
    }),
    {
      numRuns: 1_000,
      examples: [[[{ path: 'a', lines: [1, 1, 1] }], { offset: 0, limit: 1, before: 0, after: 2, room: 60 }]],
    },
  );
});

test('what lies in a folder comes before a file whose name goes on', () => {
  const paths = ['a.txt', 'a/z', 'a', 'a/b/c', 'ab'];
  expect(paths.toSorted((a, b) => byKey({ key: pathKey(a) }, { key: pathKey(b) }))).toEqual(['a', 'a/b/c', 'a/z', 'a.txt', 'ab']);
});
