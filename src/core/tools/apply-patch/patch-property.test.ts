import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyHunks } from './apply-hunks.ts';
import { parsePatch } from './patch-parse.ts';

interface Change {
  readonly skip: number;
  readonly removed: number;
  readonly added: readonly string[];
}

const line = fc.oneof(
  fc.constantFrom('', '}', '  return x;', '*** odd', '@@ odd', '+ plus', '- minus'),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
);
const change = fc.record({ skip: fc.nat({ max: 6 }), removed: fc.nat({ max: 3 }), added: fc.array(line, { maxLength: 3 }) });

/** Writes the patch that makes the changes, with all lines between them as context, so that there is only one way to apply it. */
function write(
  before: readonly string[],
  changes: readonly Change[],
): { readonly hunk: readonly string[]; readonly after: readonly string[] } {
  const hunk: string[] = [];
  const after: string[] = [];
  let at = 0;
  const keep = (end: number) => {
    for (; at < Math.min(end, before.length); at += 1) {
      hunk.push(` ${before[at]}`);
      after.push(before[at] ?? '');
    }
  };
  for (const { skip, removed, added } of changes) {
    keep(at + skip);
    for (const end = Math.min(at + removed, before.length); at < end; at += 1) hunk.push(`-${before[at]}`);
    hunk.push(...added.map((text) => `+${text}`));
    after.push(...added);
  }
  keep(before.length);
  return { hunk, after };
}

test('a patch of the whole file does what it says, whatever the lines, line ends and BOM', () => {
  const file = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 20 }),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    final: fc.boolean(),
  });
  fc.assert(
    fc.property(file, ({ lines, changes, eol, bom, final }) => {
      fc.pre(final || lines.at(-1) !== '');
      fc.pre(eol === '\n' || lines.length > 1 || final);
      const { hunk, after } = write(lines, changes);
      fc.pre(hunk.length > 0 && after.length > 0);
      const parsed = parsePatch(['*** Begin Patch', '*** Update File: a', '@@', ...hunk, '*** End Patch'].join('\n'));
      if (!parsed.ok) throw new Error(parsed.error);
      const [section] = parsed.value;
      const text = (all: readonly string[]) => bom + all.join(eol) + (final ? eol : '');
      expect(section?.type === 'update' && applyHunks(text(lines), section.hunks)).toEqual({ ok: true, value: text(after) });
    }),
    { numRuns: 500 },
  );
});

test('small hunks with context find their place in files whose lines differ', () => {
  const changes = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 1, maxLength: 5, comparator: (a, b) => Math.abs(a - b) < 7 });
  fc.assert(
    fc.property(changes, (places) => {
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
      const hunks = places
        .toSorted((a, b) => a - b)
        .flatMap((at) => ['@@', ...lines.slice(Math.max(0, at - 3), at).map((text) => ` ${text}`), `-line ${at}`, `+new ${at}`]);
      const parsed = parsePatch(['*** Begin Patch', '*** Update File: a', ...hunks, '*** End Patch'].join('\n'));
      const [section] = parsed.ok ? parsed.value : [];
      const after = lines.map((text, index) => (places.includes(index) ? `new ${index}` : text));
      expect(section?.type === 'update' && applyHunks(lines.join('\n'), section.hunks)).toEqual({ ok: true, value: after.join('\n') });
    }),
  );
});

test('any text is parsed or refused, and never breaks', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '*** Begin Patch',
      '*** End Patch',
      '*** Add File: a',
      '*** Update File: b',
      '*** Delete File: c',
      '*** Move to: d',
      '*** End of File',
    ),
    fc.constantFrom('@@', '@@ x', ' x', '-x', '+x', ''),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
      const parsed = parsePatch(pieces.join('\n'));
      if (!parsed.ok) expect(parsed.error).toMatch(/^(Line \d+ of the patch: |The patch changes no file)/);
      else for (const section of parsed.value) if (section.type === 'update') applyHunks('x\ny\n', section.hunks);
    }),
    { numRuns: 1_000 },
  );
});
