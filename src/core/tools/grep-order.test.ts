import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrepCollector, pathOfBegin } from './grep-collect.ts';
import { InPathOrder } from './grep-order.ts';
import { byKey, pathKey } from './path-order.ts';

interface Shape {
  readonly path: string;
  /** For each line whether it matches; context lines stand between. */
  readonly lines: readonly boolean[];
}

function blockOf({ path, lines }: Shape): readonly string[] {
  const data = { path: { text: path } };
  const events = lines.map((isMatch, index) => ({
    type: isMatch ? 'match' : 'context',
    data: { ...data, lines: { text: `${index}\n` }, line_number: index + 1, submatches: isMatch ? [{ start: 0 }] : [] },
  }));
  return [{ type: 'begin', data }, ...events, { type: 'end', data }].map((event) => JSON.stringify(event));
}

const name = fc.constantFrom('a', 'b', 'a.txt', 'a-b', 'z', 'é');
const shape = fc.record({
  path: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  lines: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }).filter((lines) => lines.includes(true)),
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
      const options = { ...asked, bytesOf };
      const sorted = new GrepCollector(options);
      for (const file of found.toSorted((a, b) => byKey({ key: pathKey(a.path) }, { key: pathKey(b.path) }))) {
        for (const line of blockOf(file)) sorted.take(line);
      }
      const order = new InPathOrder({ wanted: options.offset + options.limit, after: options.after, slack: 0, pathOf: pathOfBegin });
      for (const line of found.flatMap(blockOf)) if (!order.pass(Buffer.from(`\n${line}`), 1)) order.take(line);
      const collected = new GrepCollector(options);
      for (const line of order.lines()) collected.take(line);
      expect(collected.files).toEqual(sorted.files);
      expect(collected.matches + order.uncounted.matches).toBe(sorted.matches);
      expect(collected.fileCount + order.uncounted.files).toBe(sorted.fileCount);
    }),
    {
      numRuns: 1_000,
      examples: [[[{ path: 'a', lines: [true, true, true] }], { offset: 0, limit: 1, before: 0, after: 2, room: 60 }]],
    },
  );
});

test('what lies in a folder comes before a file whose name goes on', () => {
  const paths = ['a.txt', 'a/z', 'a', 'a/b/c', 'ab'];
  expect(paths.toSorted((a, b) => byKey({ key: pathKey(a) }, { key: pathKey(b) }))).toEqual(['a', 'a/b/c', 'a/z', 'a.txt', 'ab']);
});
