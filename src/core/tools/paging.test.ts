import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToolRig } from '../testing/tool-rig.ts';

type Call = (tool: string, input: Readonly<Record<string, unknown>>) => Promise<{ readonly text: string }>;

const LIMIT = 2_048;
const limits = { config: { limits: { tool_output_max_bytes: LIMIT } } };

/** Follows next_offset to the end. */
async function pages(call: Call, tool: string, input: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const found: string[] = [];
  for (let offset: number | undefined = tool === 'read' ? 1 : 0; offset !== undefined && found.length < 500; ) {
    const { text } = await call(tool, { ...input, offset });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
    found.push(text);
    const next: string | undefined = /(?:; |^)next_offset (\d+)/m.exec(text)?.[1];
    offset = next === undefined ? undefined : Number(next);
  }
  return found;
}

const lines = fc.array(fc.tuple(fc.constantFrom('x', 'ж', '漢', '😀'), fc.integer({ min: 0, max: 200 })), { minLength: 1, maxLength: 60 });

test('pages of a file make up the file, and pages of its matches all its lines', async () => {
  const rig = await createToolRig(limits);
  try {
    await fc.assert(
      fc.asyncProperty(lines, async (shapes) => {
        const content = shapes.map(([letter, count]) => `:${letter.repeat(count)}\n`).join('');
        await rig.write(join(rig.project, 'a'), content);
        const read = await pages(rig.call, 'read', { path: 'a', limit: 1_000 });
        expect(read.map((text) => text.slice(text.indexOf('\n') + 1)).join('')).toBe(content);
        const found = await pages(rig.call, 'grep', { path: 'a', pattern: '^:', head_limit: 500 });
        const matches = found.flatMap((text) => text.split('\n')).filter((line) => /^\d+:1: /.test(line));
        expect(matches.map((line) => `${line.replace(/^\d+:1: /, '')}\n`).join('')).toBe(content);
      }),
      { numRuns: 15 },
    );
  } finally {
    await rig.close();
  }
});

test.each([
  ['ls', {}, 'limit'],
  ['glob', { pattern: '*' }, 'limit'],
  ['grep', { pattern: 'here', output_mode: 'files_with_matches' }, 'head_limit'],
])('pages of %s make up the list', async (tool, input, limit) => {
  const rig = await createToolRig(limits);
  try {
    const names = Array.from({ length: 60 }, (_, index) => `${String(index).padStart(2, '0')}${'ж'.repeat(40)}`);
    for (const name of names) await rig.write(join(rig.project, name), 'here\n');
    const found = await pages(rig.call, tool, { ...input, [limit]: 500 });
    expect(found.length).toBeGreaterThan(1);
    expect(found.flatMap((text) => text.split('\n')).filter((line) => line.includes('ж'))).toEqual(names);
  } finally {
    await rig.close();
  }
});
