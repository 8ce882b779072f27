import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from './lib/run.mjs';
import { createSkeleton } from './testing/skeleton.ts';

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

/** The only rule each file breaks. */
const BREACHES: Readonly<Record<string, { readonly rule: string; readonly content: string }>> = {
  'camelCase.ts': { rule: 'style/useFilenamingConvention', content: 'export const a = 1;\n' },
  'default.ts': { rule: 'style/noDefaultExport', content: 'export default 1;\n' },
  'any.ts': { rule: 'suspicious/noExplicitAny', content: 'export function f(a: any) {\n  return a;\n}\n' },
  'long-file.ts': { rule: 'style/noExcessiveLinesPerFile', content: lines(301, 'console.info(1);') },
  'long-function.ts': {
    rule: 'complexity/noExcessiveLinesPerFunction',
    content: `export function f() {\n${lines(61, '  console.info(1);')}}\n`,
  },
  'parameters.ts': {
    rule: 'complexity/useMaxParams',
    content: 'export function f(a: 1, b: 1, c: 1, d: 1, e: 1) {\n  return [a, b, c, d, e];\n}\n',
  },
  'floating.ts': {
    rule: 'nursery/noFloatingPromises',
    content: 'async function f() {\n  await Promise.resolve();\n}\nexport function g() {\n  f();\n}\n',
  },
  'switch.ts': {
    rule: 'nursery/useExhaustiveSwitchCases',
    content: "export function f(a: 'x' | 'y') {\n  switch (a) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n}\n",
  },
  'import-type.ts': { rule: 'style/useImportType', content: "import { A } from './kept.ts';\n\nexport const a: A = 1;\n" },
  'non-null.ts': { rule: 'style/noNonNullAssertion', content: 'export function f(a: string | null) {\n  return a!.length;\n}\n' },
  'cycle.ts': { rule: 'suspicious/noImportCycles', content: "import { b } from './cycle-end.ts';\n\nexport const a = () => b;\n" },
  'cycle-end.ts': { rule: 'suspicious/noImportCycles', content: "import { a } from './cycle.ts';\n\nexport const b = () => a;\n" },
};

/** Files that keep the rules, some by an exception. */
const KEPT: Readonly<Record<string, string>> = {
  'kept.ts': 'export type A = 1;\n',
  'some.config.ts': 'export default 1;\n',
};

it('finds each seeded breach, and only that one', async () => {
  const seeded = Object.entries(BREACHES).map(([path, { content }]) => [path, content]);
  await using tree = await createSkeleton({ ...Object.fromEntries(seeded), ...KEPT });
  await tree.link('biome.json', join(ROOT, 'biome.json'));
  const args = ['check', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { out } = await run(join(ROOT, 'node_modules', '.bin', 'biome'), args, { cwd: tree.root });
  expect(found(out)).toEqual(
    Object.entries(BREACHES)
      .map(([path, { rule }]) => `${path}: lint/${rule}`)
      .sort(),
  );
});

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

function found(json: string): string[] {
  const report: { diagnostics: Diagnostic[] } = JSON.parse(json);
  return report.diagnostics.map(({ category, location }) => `${location.path}: ${category}`).sort();
}
